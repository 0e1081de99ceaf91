import { createDatabase } from '../database/client.ts';
import { findMissingRight } from '../database/rights.ts';
import type { DataEnv } from '../env.ts';
import { explain } from '../explain.ts';
import { type Finding, look, notUsed, well, wrong } from './finding.ts';

/** The oldest PostgreSQL that migrations and statements are written for. */
const OLDEST = 15;
/** Seconds by which two clocks of one network may differ. */
const MOST_SECONDS_APART = 5;

/** Looks at the database that DATABASE_URL names: whether it answers, its version, the user's rights, its clock. Changes nothing. */
export async function lookAtDatabase({ databaseUrl, sandbox }: DataEnv): Promise<Finding[]> {
  if (!databaseUrl) return [notUsed('DATABASE_URL is not set: the embedded PostgreSQL, in DATA_DIR.')];
  const { pool, close } = createDatabase(databaseUrl);
  try {
    const asked = Date.now();
    const { rows } = await pool.query<{ version: number; now: Date }>(
      `select current_setting('server_version_num')::int as version, clock_timestamp() as now`,
    );
    const answered = Date.now();
    const { version, now } = rows[0]!;
    const missing = await findMissingRight(pool, { schemas: sandbox });
    return [
      ofVersion(Math.floor(version / 10_000)),
      missing
        ? wrong(missing.said, missing.todo)
        : well('DATABASE_URL: its user may create what the shop needs.'),
      ofClock(now.getTime() - (asked + answered) / 2, answered - asked),
    ];
  } catch (error) {
    const said = explain(error).split('\n')[0]!;
    return [
      wrong(
        said,
        'Check its host, port, user, password and database, and whether its firewall lets this machine in.',
      ),
    ];
  } finally {
    await close();
  }
}

function ofVersion(version: number): Finding {
  if (version >= OLDEST) return well(`DATABASE_URL: PostgreSQL ${version}.`);
  return wrong(`DATABASE_URL: PostgreSQL ${version} is too old.`, `Use PostgreSQL ${OLDEST} or later.`);
}

/** @param apart milliseconds that the database's clock is ahead, known to half of `took` */
function ofClock(apart: number, took: number): Finding {
  const seconds = Math.round(Math.max(0, Math.abs(apart) - took / 2) / 1000);
  if (seconds <= MOST_SECONDS_APART) return well("This machine's clock is the database's.");
  return look(
    `This machine's clock is ${seconds} s ${apart > 0 ? 'behind' : 'ahead of'} the database's.`,
    "Let both machines keep their time by NTP: Stripe's signatures, codes and sessions depend on it.",
  );
}
