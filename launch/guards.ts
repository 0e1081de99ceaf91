// `npm run guards [-- <words>]`: removes each guard of tests/stress/guards/guards.ts, one at a time, and expects its tests to fail.
// With words: guards whose name contains them. With `--day=2026-11-22`: the guards of that day, as in `npm run test:nightly`.
import './follow.ts';
import { guardsOfDay } from '../tests/stress/guards/day.ts';
import type { Guard } from '../tests/stress/guards/guard.ts';
import { guards } from '../tests/stress/guards/guards.ts';
import { removeGuards } from '../tests/stress/guards/remove.ts';
import { buildWhenStale } from './build.ts';
import { makeTestPlace } from './test-place.ts';

/** Number of guards per day. */
const A_DAY = 40;

function choose(words: string): Guard[] {
  const day = /^--day=(.*)$/.exec(words)?.[1];
  if (day !== undefined) {
    console.log(`Guards of ${day}`);
    return guardsOfDay(guards, day, A_DAY);
  }
  const chosen = guards.filter(({ name }) => name.includes(words));
  if (chosen.length === 0) throw new RangeError(`No guard's name has the words '${words}'.`);
  return chosen;
}

let chosen: Guard[] = [];
try {
  chosen = choose(process.argv.slice(2).join(' '));
} catch (error) {
  if (!(error instanceof RangeError)) throw error;
  console.error(error.message);
  process.exit(1);
}
await buildWhenStale();
const place = await makeTestPlace();
process.env.TEST_DATABASE_URL = place.databaseUrl;
// What is left by a run that was interrupted is removed by the next one.
process.env.TMPDIR = place.temporaryFolder;
let good = false;
try {
  const unmissed = await removeGuards(chosen, console.log);
  good = unmissed.length === 0;
  console.log(`${chosen.length} guards, ${chosen.length - unmissed.length} missed by a test when taken away`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
}
await place.remove();
process.exit(good ? 0 : 1);
