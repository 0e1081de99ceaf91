import type pg from 'pg';
import { timeZone } from '#content/shop.ts';
import { createDirectFetch } from '../../../sandbox/stripe/direct.ts';
import { prepareSchema } from '../../../sandbox/stripe/schema.ts';
import { isFilled, seedDemo } from '../../demo.ts';
import { modules } from '../../modules.ts';
import { createStripeProvider } from '../../payments/stripe.ts';
import type { PurchaseTerms } from '../../purchases/request.ts';
import { fillDemo as expectGoods } from '../../receipts/demo.ts';
import { createRandom } from '../random.ts';
import { Agenda } from './agenda.ts';
import { planCompanies } from './companies.ts';
import { createDeeds } from './deeds.ts';
import { saveLists } from './lists.ts';
import { inThePast } from './past.ts';
import { openShelves } from './shelves.ts';
import { HISTORY_DAYS, planStory } from './story.ts';

/** The database, what its connections say, and the shop's terms. */
export interface HistoryOptions {
  connection: string | pg.PoolConfig;
  settings: Record<string, string>;
  terms: PurchaseTerms;
}

/**
 * Fills an empty sandbox with the demo and ninety days of its business, once; returns whether it did. All of it is one transaction.
 * `Date.now` of the process is the history's meanwhile: nothing else is to run. Throws what it failed with; nothing is written then.
 */
export function seedHistory({ connection, settings, terms }: HistoryOptions): Promise<boolean> {
  const now = Date.now();
  return inThePast(
    connection,
    // Another process may be telling it, and is waited for. Each statement is planned once: by default the first five times, too.
    { ...settings, statement_timeout: '0', plan_cache_mode: 'force_generic_plan' },
    async ({ db, pool }) => {
      await pool.query(`select pg_advisory_xact_lock(hashtext('demo'))`);
      return (await isFilled(db)) ? undefined : prepareSchema(pool);
    },
    async ({ database, moveTo }, keys) => {
      const { db, pool } = database;
      await moveTo(now - (HISTORY_DAYS + 1) * 86_400_000);
      // Goods are expected from today on.
      await seedDemo(
        database,
        modules.filter(({ name }) => name !== 'receipts'),
      );
      const stripe = createDirectFetch({ db: pool, fingerprintSecret: keys.fingerprintSecret });
      const provider = createStripeProvider({ ...keys, timeoutMs: 60_000, fetch: stripe.fetch });
      const deeds = createDeeds({ database, provider, stripe: stripe.fetch, terms });
      const random = createRandom('Northbridge');
      const agenda = new Agenda();
      const shelves = await openShelves(db, random, timeZone);
      const parts = { db, deeds, shelves, agenda, random, now };
      const demoBuyer = await planStory(parts);
      await planCompanies(parts);
      await agenda.play(now - 60_000, moveTo);
      await moveTo(now - 60_000);
      await saveLists(db, demoBuyer);
      await db.transaction().execute(expectGoods);
      await deeds.signOutAll();
      await stripe.write();
      // They were read long ago.
      await pool.query('update mails set sent_at = created_at, next_at = null, attempts = 1');
    },
  );
}
