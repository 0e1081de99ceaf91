// `npm run bench`: measures the shop on its own durable database and writes tests/bench/results.md.
//   npm run bench -- --quick              in a minute, as a check; writes no results
//   npm run bench -- reading ordering     parts of it; writes no results
//   npm run bench -- --beside=../before   with another version of the project, whose packages are installed and whose web is built
import './follow.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { givenPath } from '../server/ground/given-path.ts';
import { bench, PARTS } from '../tests/bench/main.ts';
import { buildWhenStale } from './build.ts';
import { root } from './child.ts';
import { makeTestPlace } from './test-place.ts';

const args = process.argv.slice(2);
const { values, positionals } = readArgs();
const { quick = false, beside } = values;

await buildWhenStale();
// As in `npm start`: acknowledged commits are on disk.
const place = await makeTestPlace({});
process.env.TEST_DATABASE_URL = place.databaseUrl;
const begun = performance.now();
const say = (line: string) => {
  console.error(`${String(Math.round((performance.now() - begun) / 1000)).padStart(4)} s  ${line}`);
};
const isWhole = !quick && positionals.length === 0;
const { text, errors } = await bench(
  {
    quick,
    parts: positionals.length > 0 ? positionals : PARTS,
    beside: beside && givenPath(beside),
    how: ['npm run bench', ...(args.length > 0 ? ['--', ...args] : [])].join(' '),
  },
  say,
);
console.log(`\n${text}`);
for (const error of errors) console.error(error);
if (isWhole && errors.length === 0) writeFileSync(join(root, 'tests', 'bench', 'results.md'), text);
await place.remove();
process.exit(errors.length === 0 ? 0 : 1);

/** Ends the process with a sentence for a flag or part that does not exist. */
function readArgs() {
  try {
    const options = { quick: { type: 'boolean' }, beside: { type: 'string' } } as const;
    const read = parseArgs({ args, options, allowPositionals: true });
    const unknown = read.positionals.filter((part) => !PARTS.includes(part));
    if (unknown.length === 0) return read;
    console.error(`There is no part ${unknown.join(', ')}; there are ${PARTS.join(', ')}.`);
  } catch (error) {
    console.error((error as Error).message);
  }
  process.exit(2);
}
