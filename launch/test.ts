// `npm test`: everything, in order: a browser, types, lint, tests on Node, the guards of the day, tests in the
// browser. `npm test -- unit`, `-- e2e`, `-- server/orders` or a test file select a part.
import './follow.ts';
import { buildWhenStale } from './build.ts';
import { endChildren, root } from './child.ts';
import { findOrInstallChromium } from './chromium.ts';
import { findServers, installDeployedPrograms } from './deployed-programs.ts';
import { type Kind, type Selection, SelectionError, select } from './selection.ts';
import { runSteps, type Step } from './sequence.ts';
import { checkLint, checkTypes, removeGuardsOf, runBrowserTests, runUnitTests } from './steps.ts';
import { makeTestPlace, type TestPlace } from './test-place.ts';

/** Environment variables for the tests of both runners, and for those on Node only. */
const env: Record<string, string> = {};
const unitEnv: Record<string, string> = {};
/** The day whose guards are tested: today, unless GUARDS_DAY names another. */
const guardsDay = process.env.GUARDS_DAY ?? new Date().toISOString().slice(0, 10);
findServers();
let making: Promise<TestPlace> | undefined;

async function removePlace(): Promise<void> {
  // The step that created it has reported its failure.
  const place = await making?.catch(() => undefined);
  await place?.remove();
}

const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, async () => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    console.error('\nStopping the tests');
    await endChildren();
    await removePlace();
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
    // Not on a developer's own machine, on which nobody asked for databases and proxies.
    process.env.CI !== undefined &&
      unitFiles.some((file) => file.startsWith('tests/')) && {
        name: 'servers that deploy/ is for',
        run: async () => {
          console.log((await installDeployedPrograms()) || 'They are there.');
          return { good: true };
        },
      },
    kinds.has('types') && { name: 'types', run: checkTypes },
    kinds.has('lint') && { name: 'lint', run: checkLint },
    ['unit', 'guards', 'e2e'].some((kind) => kinds.has(kind as Kind)) && {
      name: 'database and web',
      run: async () => {
        making = makeTestPlace();
        const [place] = await Promise.all([making, buildWhenStale()]);
        env.TEST_DATABASE_URL = place.databaseUrl;
        unitEnv.TMPDIR = place.temporaryFolder;
        return { good: true };
      },
    },
    kinds.has('unit') && {
      name: 'tests on Node',
      run: () => runUnitTests(unitFiles, options, { ...env, ...unitEnv }),
    },
    kinds.has('guards') && {
      name: 'guards of the day',
      run: () => removeGuardsOf(guardsDay, { ...env, ...unitEnv }),
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
  const good = await runSteps(steps(selection), stopping.signal);
  await removePlace();
  // While stopping, the signal handler ends the process.
  if (!stopping.signal.aborted) process.exit(good ? 0 : 1);
} catch (error) {
  await removePlace();
  if (!(error instanceof SelectionError)) throw error;
  console.error(error.message);
  process.exit(2);
}
