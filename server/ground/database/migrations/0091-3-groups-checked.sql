alter table buyers validate constraint buyers_group;
