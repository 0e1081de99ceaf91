// `npm test`: everything, in order: a browser, types, lint, tests on Node, tests in the browser.
// `npm test -- unit`, `-- e2e`, `-- server/orders` or a test file narrow it.
import './follow.ts';
import { buildWhenStale } from './build.ts';
import { endChildren, root } from './child.ts';
import { findOrInstallChromium } from './chromium.ts';
import { type Selection, SelectionError, select } from './selection.ts';
import { runSteps, type Step } from './sequence.ts';
import { checkLint, checkTypes, runBrowserTests, runUnitTests } from './steps.ts';
import { startTestDatabase, type TestDatabase } from './test-database.ts';

/** Handed to the tests of both runners. */
const env: Record<string, string> = {};
let starting: Promise<TestDatabase> | undefined;

async function removeDatabase(): Promise<void> {
  // Nobody is told here why it did not start: the step that started it has said so.
  const database = await starting?.catch(() => undefined);
  await database?.remove();
}

let stopping = false;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, async () => {
    if (stopping) return;
    stopping = true;
    console.error('\nStopping the tests');
    await endChildren();
    await removeDatabase();
    process.exit(name === 'SIGINT' ? 130 : 143);
  });
}

function steps({ kinds, unitFiles, browserPaths, options }: Selection): Step[] {
  const wanted: (Step | false)[] = [
    kinds.has('e2e') && {
      name: 'Chromium',
      run: async () => {
        env.CHROMIUM = await findOrInstallChromium();
        console.log(env.CHROMIUM);
        return { good: true };
      },
    },
    kinds.has('types') && { name: 'types', run: checkTypes },
    kinds.has('lint') && { name: 'lint', run: checkLint },
    (kinds.has('unit') || kinds.has('e2e')) && {
      name: 'database and web',
      run: async () => {
        starting = startTestDatabase();
        const [database] = await Promise.all([starting, buildWhenStale()]);
        env.TEST_DATABASE_URL = database.url;
        return { good: true };
      },
    },
    kinds.has('unit') && {
      name: 'tests on Node',
      run: () => runUnitTests(unitFiles, options, env),
    },
    kinds.has('e2e') && {
      name: 'tests in the browser',
      run: () => runBrowserTests(browserPaths, options, env),
    },
  ];
  return wanted.filter((step) => step !== false);
}

try {
  const selection = select(root, process.argv.slice(2));
  const good = await runSteps(steps(selection));
  await removeDatabase();
  // While stopping, the signal's handler ends the process.
  if (!stopping) process.exit(good ? 0 : 1);
} catch (error) {
  await removeDatabase();
  if (!(error instanceof SelectionError)) throw error;
  console.error(error.message);
  process.exit(2);
}
