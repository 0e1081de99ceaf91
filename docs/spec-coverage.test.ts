import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { statements } from './spec.ts';
import { findCoverage, TABLE, writeTable } from './spec-coverage.ts';

const coverage = findCoverage();

test('every statement of the specification has a test with its id in the title', () => {
  assert.deepEqual(
    Object.keys(statements).filter((id) => !coverage.has(id)),
    [],
  );
});

test('no test title has an unknown id', () => {
  assert.deepEqual(
    [...coverage.keys()].filter((id) => !(id in statements)),
    [],
  );
});

test('docs/spec-coverage.md is up to date', () => {
  assert.equal(readFileSync(TABLE, 'utf8'), writeTable(coverage), 'run: node docs/spec-coverage.ts');
});
