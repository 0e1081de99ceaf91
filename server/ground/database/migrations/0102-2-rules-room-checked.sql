alter table buyers validate constraint buyers_rules;
