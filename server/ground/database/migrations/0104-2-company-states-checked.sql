alter table buyers validate constraint buyers_closed;
