alter table buyers validate constraint buyers_time_zone;
