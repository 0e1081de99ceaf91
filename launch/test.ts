// `npm test`: types, lint, tests on Node and in the browser. `npm test -- unit`, `-- e2e`, `-- server/orders` or a test file
// select a part; `npm test -- --failed` what failed last. `npm run test:nightly` runs what takes long (launch/test-nightly.ts).
import './follow.ts';
import { root } from './child.ts';
import { failedLast, rememberFailed } from './failed-tests.ts';
import { SelectionError, select } from './selection.ts';
import { checkLint, checkTypes } from './steps.ts';
import { runTests } from './test-run.ts';

try {
  const args = process.argv.slice(2);
  const selection = select(root, args.includes('--failed') ? failedLast(args) : args);
  const outcome = await runTests(selection, [
    ...(selection.kinds.has('types') ? [{ name: 'types', run: checkTypes }] : []),
    ...(selection.kinds.has('lint') ? [{ name: 'lint', run: checkLint }] : []),
  ]);
  rememberFailed(selection, outcome);
  process.exit(outcome.good ? 0 : 1);
} catch (error) {
  if (!(error instanceof SelectionError)) throw error;
  console.error(error.message);
  process.exit(2);
}
