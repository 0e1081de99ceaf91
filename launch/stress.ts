// `npm run stress:oversell`, `stress:payments` and so on (README.md), `fuzz`: stress tests on their own database.
//   npm run stress:payments -- <how many> <first seed>
import './follow.ts';
import { DEFAULT_SIZES, stresses } from '../tests/stress/main.ts';
import { buildWhenStale } from './build.ts';
import { findServers } from './deployed-programs.ts';
import { makeTestPlace } from './test-place.ts';

const [name = '', size, seed] = process.argv.slice(2);
const stress = stresses[name];
if (!stress) {
  console.error(`There is no stress test "${name}"; there are ${Object.keys(stresses).join(', ')}.`);
  process.exit(2);
}
findServers();
const place = await makeTestPlace();
process.env.TEST_DATABASE_URL = place.databaseUrl;
// What is left by one that was interrupted is removed by the next one.
process.env.TMPDIR = place.temporaryFolder;
// The shops of a failover serve pages, too.
if (name === 'failover') await buildWhenStale();
let good = true;
try {
  await stress(Number(size ?? DEFAULT_SIZES[name]), Number(seed ?? 1), console.log);
} catch (error) {
  good = false;
  console.error(error instanceof Error ? error.message : error);
}
await place.remove();
process.exit(good ? 0 : 1);
