// `npm run test:nightly`: tests that take long (files with a line `// nightly`, browser tests with the tag @nightly), then guards,
// fuzz and stress tests. `npm run test:nightly -- tests/deploy` selects tests, and runs nothing else.
import './follow.ts';
import { join } from 'node:path';
import { root, runNode } from './child.ts';
import { findServers, installDeployedPrograms } from './deployed-programs.ts';
import { rememberFailed } from './failed-tests.ts';
import { SelectionError, select } from './selection.ts';
import type { Step } from './sequence.ts';
import { runTests } from './test-run.ts';

findServers();
// Read by playwright.config.ts.
process.env.NIGHTLY = '1';

const servers: Step = {
  name: 'servers that deploy/ is for',
  run: async () => {
    console.log((await installDeployedPrograms()) || 'They are there.');
    return { good: true };
  },
};

/** Runs another command of this folder, which makes a database of its own. */
const command = (name: string, file: string, ...args: string[]): Step => ({
  name,
  run: async () => ({ good: (await runNode([join(import.meta.dirname, file), ...args])).code === 0 }),
});

try {
  const names = process.argv.slice(2);
  const selection = select(root, names, 'nightly');
  const behind = [
    command('guards', 'guards.ts'),
    command('fuzz', 'stress.ts', 'fuzz'),
    ...['oversell', 'payments', 'shipping', 'limits', 'crash'].map((name) =>
      command(`stress: ${name}`, 'stress.ts', name),
    ),
  ];
  const outcome = await runTests(selection, [servers], names.length === 0 ? behind : []);
  rememberFailed(selection, outcome);
  process.exit(outcome.good ? 0 : 1);
} catch (error) {
  if (!(error instanceof SelectionError)) throw error;
  console.error(error.message);
  process.exit(2);
}
