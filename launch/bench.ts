// `npm run bench`: measures the shop on its own durable database and writes tests/bench/results.md.
//   npm run bench -- --quick          in a minute, as a check; writes no results
//   npm run bench -- --soak           some minutes of load, with memory use
//   npm run bench -- reading growing  parts of it
//   npm run bench -- catalogue --million   once with a million parts: takes many minutes, and 4 GB of disk
import './follow.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BenchOptions, bench, PARTS, type Part } from '../tests/bench/main.ts';
import { buildWhenStale } from './build.ts';
import { root } from './child.ts';
import { makeTestPlace } from './test-place.ts';

const FLAGS = ['--quick', '--soak', '--million'];

const args = process.argv.slice(2);
const flags = new Set(args.filter((arg) => arg.startsWith('--')));
const named = args.filter((arg) => !arg.startsWith('--'));
const unknown = [
  ...[...flags].filter((flag) => !FLAGS.includes(flag)),
  ...named.filter((name) => !PARTS.includes(name as Part)),
];
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}; there are ${FLAGS.join(', ')}, ${PARTS.join(', ')}.`);
  process.exit(2);
}
const quick = flags.has('--quick');
const parts = flags.has('--soak') ? (['soak'] as Part[]) : named.length > 0 ? (named as Part[]) : undefined;
const options: BenchOptions = {
  quick,
  parts: parts ?? PARTS.filter((part) => part !== 'soak'),
  soakMinutes: quick ? 0.5 : 4,
  catalogueParts: flags.has('--million') ? 1_000_000 : undefined,
  how: ['npm run bench', ...(args.length > 0 ? ['--', ...args] : [])].join(' '),
};

await buildWhenStale();
// As in `npm start`: acknowledged commits are on disk.
const place = await makeTestPlace({});
process.env.TEST_DATABASE_URL = place.databaseUrl;
const begun = performance.now();
const say = (line: string) => {
  console.error(`${String(Math.round((performance.now() - begun) / 1000)).padStart(4)} s  ${line}`);
};
const { text, failures } = await bench(options, say);
console.log(`\n${text}`);
for (const { part, error } of failures) console.error(`${part} failed:`, error);
const good = failures.length === 0;
if (good && !quick && !parts) writeFileSync(join(root, 'tests', 'bench', 'results.md'), text);
await place.remove();
process.exit(good ? 0 : 1);
