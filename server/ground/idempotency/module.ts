import { sql } from 'kysely';
import { KEY_HOURS } from '#contract/kernel/idempotency.ts';
import type { Database } from '../database/client.ts';
import type { Module } from '../module.ts';

export const idempotency: Module<never, { database: Database }> = {
  name: 'idempotency',
  open: ({ database }) => ({
    handlers: {},
    async forget() {
      await sql`delete from idempotency_keys
        where created_at < now() - make_interval(hours => ${KEY_HOURS})`.execute(database.db);
    },
  }),
};
