// `npm run guards [-- <words>]`: takes each guard of stress/guards/guards.ts away, one at a time, and sees its tests fail.
// With words: those whose name has them.
import './follow.ts';
import { guards } from '../stress/guards/guards.ts';
import { removeGuards } from '../stress/guards/remove.ts';
import { makeTestPlace } from './test-place.ts';

const words = process.argv.slice(2).join(' ');
const chosen = guards.filter(({ name }) => name.includes(words));
if (chosen.length === 0) {
  console.error(`No guard's name has the words '${words}'.`);
  process.exit(1);
}
const place = await makeTestPlace();
process.env.TEST_DATABASE_URL = place.databaseUrl;
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
