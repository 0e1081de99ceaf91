alter table lists validate constraint lists_shared;
