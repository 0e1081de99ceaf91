// `npm run bench`: measures the shop on its own durable database and writes tests/bench/results.md.
//   npm run bench -- --quick          in a minute, as a check; writes no results
//   npm run bench -- --soak           some minutes of load, with memory use
//   npm run bench -- --soak=480       as many minutes; writes tests/bench/soak.md
//   npm run bench -- reading growing  parts of it
//   npm run bench -- tracing --beside=../before   with another version of the project, whose packages are installed
//   npm run bench -- catalogue --million   once with a million parts: takes many minutes, and 4 GB of disk
//   npm run bench -- growing --log=100000000   with as many entries of the log: takes hours, and 40 GB of disk
import './follow.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { givenPath } from '../server/given-path.ts';
import { type BenchOptions, bench, PARTS, type Part } from '../tests/bench/main.ts';
import { buildWhenStale } from './build.ts';
import { root } from './child.ts';
import { makeTestPlace } from './test-place.ts';

const FLAGS = ['--beside', '--quick', '--soak', '--million', '--log'];

const args = process.argv.slice(2);
const flags = new Set(args.filter((arg) => arg.startsWith('--')));
const named = args.filter((arg) => !arg.startsWith('--'));
const unknown = [
  ...[...flags].filter((flag) => !FLAGS.includes(flag.split('=')[0]!)),
  ...named.filter((name) => !PARTS.includes(name as Part)),
];
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}; there are ${FLAGS.join(', ')}, ${PARTS.join(', ')}.`);
  process.exit(2);
}
const quick = flags.has('--quick');
const given = (name: string) =>
  [...flags].find((flag) => flag.startsWith(`${name}=`))?.slice(name.length + 1);
const numberOf = (name: string) => Number(given(name) ?? 0);
const beside = given('--beside');
const soakMinutes = numberOf('--soak');
const parts =
  flags.has('--soak') || soakMinutes
    ? (['soak'] as Part[])
    : named.length > 0
      ? (named as Part[])
      : undefined;
const options: BenchOptions = {
  quick,
  parts: parts ?? PARTS.filter((part) => part !== 'soak'),
  soakMinutes: soakMinutes || (quick ? 0.5 : 4),
  catalogueParts: flags.has('--million') ? 1_000_000 : undefined,
  logEntries: numberOf('--log'),
  beside: beside && givenPath(beside),
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
// A soak is kept with what went wrong in it.
if (!quick && ((good && !parts) || soakMinutes)) {
  writeFileSync(join(root, 'tests', 'bench', parts ? 'soak.md' : 'results.md'), text);
}
await place.remove();
process.exit(good ? 0 : 1);
