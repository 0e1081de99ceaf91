// `npm run check`: types, lint, and the fast tests, without a database and a browser.
import './follow.ts';
import { endChildren, root } from './child.ts';
import { fastFiles } from './selection.ts';
import { runSteps } from './sequence.ts';
import { checkLint, checkTypes, runUnitTests, runUnitTestsWith } from './steps.ts';

const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => {
    stopping.abort();
    endChildren().finally(() => process.exit(name === 'SIGINT' ? 130 : 143));
  });
}

const options = process.argv.slice(2);
const files = fastFiles(root);
const { good } = await runSteps(
  [
    { name: 'types', run: checkTypes },
    { name: 'lint', after: ['types'], run: checkLint },
    {
      name: 'fast tests',
      after: ['lint'],
      run: () => (options.length > 0 ? runUnitTestsWith(options, files, {}) : runUnitTests(files, {})),
    },
  ],
  stopping.signal,
);
if (!stopping.signal.aborted) process.exit(good ? 0 : 1);
