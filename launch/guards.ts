// `npm run guards [-- <path>]`: removes each statement that a comment `// guard:` marks, one at a time, and expects its tests to
// fail. With a path: those whose `file:line` contains it.
import './follow.ts';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { findMarks } from '../tests/stress/guards/marks.ts';
import { removeGuards } from '../tests/stress/guards/remove.ts';
import { buildWhenStale } from './build.ts';
import { root, runNode } from './child.ts';
import { makeTestPlace } from './test-place.ts';

const part = process.argv[2] ?? '';
const marks = findMarks(root).filter(({ file, line }) => `${file}:${line}`.includes(part));
if (marks.length === 0) {
  console.error(`No guard is marked in '${part}'.`);
  process.exit(1);
}
await buildWhenStale();
const place = await makeTestPlace();
Object.assign(process.env, {
  NODE_ENV: 'test',
  NODE_COMPILE_CACHE: join(root, '.launch', 'compiled'),
  TEST_DATABASE_URL: place.databaseUrl,
  TEST_TEMPLATES: randomBytes(6).toString('hex'),
  // The next run removes what an interrupted one leaves.
  TMPDIR: place.temporaryFolder,
});
const makeTemplates = (...args: string[]) => runNode(['tests/fixtures/make-templates.ts', ...args]);
let good = false;
try {
  await makeTemplates();
  const survived = await removeGuards(marks, console.log);
  good = survived === 0;
  console.log(`${marks.length} guards taken away, ${survived} mutants survived`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
}
// A PostgreSQL that was given stays.
await makeTemplates('remove');
await place.remove();
process.exit(good ? 0 : 1);
