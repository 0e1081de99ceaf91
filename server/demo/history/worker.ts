import { parentPort, workerData } from 'node:worker_threads';
import { timeZone } from '#content/shop.ts';
import { createDirectFetch } from '../../../sandbox/stripe/direct.ts';
import { prepareSchema } from '../../../sandbox/stripe/schema.ts';
import { isFilled, seedDemo } from '../../demo.ts';
import { modules } from '../../modules.ts';
import { createStripeProvider } from '../../payments/stripe.ts';
import { fillDemo as expectGoods } from '../../receipts/demo.ts';
import { createRandom } from '../random.ts';
import { Agenda } from './agenda.ts';
import { createDeeds } from './deeds.ts';
import { saveLists } from './lists.ts';
import { inThePast } from './past.ts';
import { openShelves } from './shelves.ts';
import { HISTORY_DAYS, planStory } from './story.ts';
import type { HistoryData } from './thread.ts';

const { connection, settings, terms } = workerData as HistoryData;
const now = Date.now();

const isFilledNow = await inThePast(
  connection,
  settings,
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
    const provider = createStripeProvider({ ...keys, timeoutMs: 60_000, fetch: stripe });
    const deeds = createDeeds({ database, provider, stripe, terms });
    const random = createRandom('Northbridge');
    const agenda = new Agenda();
    const shelves = await openShelves(db, random, timeZone);
    const buyers = await planStory({ db, deeds, shelves, agenda, random, now });
    await agenda.play(now - 60_000, moveTo);
    await moveTo(now - 60_000);
    await saveLists(db, buyers[0]!);
    await db.transaction().execute(expectGoods);
    for (const buyer of buyers) await deeds.signOut(buyer);
    // They were read long ago.
    await pool.query('update mails set sent_at = created_at, next_at = null, attempts = 1');
  },
);

parentPort!.postMessage(isFilledNow);
