import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fastFiles, SelectionError, select } from './selection.ts';

const root = mkdtempSync(join(tmpdir(), 'northbridge-selection-test-'));
after(() => rmSync(root, { recursive: true, force: true }));

const FILES = {
  'contract/kernel/money.test.ts': '',
  'server/orders/rules.test.ts': "import './rules.ts';",
  'server/orders/orders.test.ts': "import { testDatabase } from '../database/testing.ts';",
  'server/ground/database/embedded.test.ts': "import { startEmbeddedPostgres } from './embedded.ts';",
  'launch/launch.test.ts': '// slow: starts processes',
  'tests/deploy/image.test.ts': '// nightly: builds an image',
  'tests/e2e/journey.spec.ts': '',
  'node_modules/x/x.test.ts': '',
};
for (const [name, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
}

function selected(...args: string[]) {
  const { kinds, unitFiles, browserPaths, options } = select(root, args);
  return { kinds: [...kinds], unitFiles, browserPaths, options };
}

const allUnit = [
  'contract/kernel/money.test.ts',
  'launch/launch.test.ts',
  'server/ground/database/embedded.test.ts',
  'server/orders/orders.test.ts',
  'server/orders/rules.test.ts',
];

test('without a name everything runs', () => {
  assert.deepEqual(selected(), {
    kinds: ['types', 'lint', 'unit', 'e2e'],
    unitFiles: allUnit,
    browserPaths: [],
    options: [],
  });
});

test('kinds, folders and files select tests', () => {
  assert.deepEqual(selected('e2e').kinds, ['e2e']);
  assert.deepEqual(selected('unit').unitFiles, allUnit);
  assert.deepEqual(selected('./server/orders/').unitFiles, allUnit.slice(3));
  assert.deepEqual(selected('contract/kernel/money.test.ts').unitFiles, ['contract/kernel/money.test.ts']);
  const both = selected('tests/e2e/journey.spec.ts', 'contract');
  assert.deepEqual(both.kinds, ['e2e', 'unit']);
  assert.deepEqual(both.browserPaths, ['tests/e2e/journey.spec.ts']);
});

test('what takes long is run by the nightly run, and by name', () => {
  const nightly = select(root, [], 'nightly');
  assert.deepEqual(nightly.unitFiles, ['tests/deploy/image.test.ts']);
  assert.deepEqual([...nightly.kinds], ['unit', 'e2e']);
  assert.deepEqual(selected('tests/deploy/image.test.ts').unitFiles, ['tests/deploy/image.test.ts']);
});

test('an option is passed to the selected runner', () => {
  assert.deepEqual(selected('e2e', '--grep=pay').options, ['--grep=pay']);
  assert.throws(() => selected('--grep=pay'), SelectionError);
});

test('a name that selects nothing is an error, not an empty run', () => {
  for (const name of ['contract/nothing.test.ts', 'tests/e2e/nothing.spec.ts', 'units', 'server/ord']) {
    assert.throws(() => selected(name), new RegExp(`"${name}" is no test`));
  }
});

test('fast tests need no database and are not marked as slow', () => {
  assert.deepEqual(fastFiles(root), ['contract/kernel/money.test.ts', 'server/orders/rules.test.ts']);
});
