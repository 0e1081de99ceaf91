import { randomBytes } from 'node:crypto';
import { buildWhenStale } from './build.ts';
import { endChildren, runNode } from './child.ts';
import { findOrInstallChromium } from './chromium.ts';
import type { Selection } from './selection.ts';
import { type Outcome, runSteps, type Step } from './sequence.ts';
import { runBrowserTests, runUnitTests, runUnitTestsWith } from './steps.ts';
import { makeTestPlace, type TestPlace } from './test-place.ts';

/** Environment variables that tests have. */
type Env = Record<string, string>;

/**
 * Runs tests as selected, on a database of their own, which is removed afterwards, also when the run is stopped.
 * @param before steps before the tests
 * @param behind steps after them, one after the other
 */
export async function runTests(
  { kinds, unitFiles, browserPaths, options }: Selection,
  before: Step[] = [],
  behind: Step[] = [],
): Promise<Outcome> {
  const stopping = new AbortController();
  let making: Promise<TestPlace> | undefined;
  // The step that makes it reports its failure.
  const removePlace = async () => {
    // A PostgreSQL that was given stays.
    if (process.env.TEST_DATABASE_URL && unitEnv.TEST_TEMPLATES) await makeTemplates('remove');
    await (await making?.catch(() => undefined))?.remove();
  };
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

  const env: Env = {};
  const unitEnv: Env = {};
  const makeTemplates = (...args: string[]) =>
    runNode(['tests/fixtures/make-templates.ts', ...args], {
      env: { ...env, TEST_TEMPLATES: unitEnv.TEST_TEMPLATES!, NODE_ENV: 'test' },
    });
  const withDatabase: Step = {
    name: 'database and web',
    run: async () => {
      making = makeTestPlace();
      const [place] = await Promise.all([making, buildWhenStale()]);
      env.TEST_DATABASE_URL = place.databaseUrl;
      Object.assign(unitEnv, {
        TMPDIR: place.temporaryFolder,
        TEST_TEMPLATES: randomBytes(6).toString('hex'),
      });
      return { good: (await makeTemplates()).code === 0 };
    },
  };
  const inBrowser: Step[] = [
    {
      name: 'Chromium',
      run: async () => {
        env.CHROMIUM = await findOrInstallChromium();
        console.log(env.CHROMIUM);
        return { good: true };
      },
    },
    {
      name: 'tests in the browser',
      needs: ['Chromium', withDatabase.name],
      run: () => runBrowserTests(browserPaths, options, env),
    },
  ];
  const onNode: Step = {
    name: 'tests on Node',
    needs: [withDatabase.name],
    run: () =>
      options.length > 0
        ? runUnitTestsWith(options, unitFiles, { ...env, ...unitEnv })
        : runUnitTests(unitFiles, { ...env, ...unitEnv }),
  };
  const tests = [...(kinds.has('e2e') ? inBrowser : []), ...(kinds.has('unit') ? [onNode] : [])];
  const place = tests.length > 0 ? [withDatabase] : [];
  const outcome = await runSteps(
    [...inTurn([...before, ...place]), ...tests, ...inTurn(behind, tests)],
    stopping.signal,
  );
  await removePlace();
  // While stopping, the signal handler ends the process.
  if (stopping.signal.aborted) await new Promise(() => {});
  return outcome;
}

/** Steps that wait for each other, the first one for all of `first`. */
function inTurn(steps: Step[], first: Step[] = []): Step[] {
  return steps.map((step, index) => ({
    ...step,
    after: index === 0 ? first.map(({ name }) => name) : [steps[index - 1]!.name],
  }));
}
