import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statements } from './spec.ts';
import { findCoverage } from './spec-coverage.ts';

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
