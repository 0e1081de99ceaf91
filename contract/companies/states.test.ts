import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COMPANY_STATES, type CompanyState, mayChangeState, type StateChange } from './states.ts';

test('staff change a company in the states that a change is for, and in no other', () => {
  const changes: Record<CompanyState, StateChange[]> = {
    active: ['block', 'close'],
    waiting: ['approve', 'block', 'close'],
    held: ['block', 'unblock', 'close'],
    closed: ['reopen'],
  };
  const all: StateChange[] = ['approve', 'block', 'unblock', 'close', 'reopen'];
  for (const state of COMPANY_STATES)
    assert.deepEqual(
      all.filter((change) => mayChangeState(state, change)),
      changes[state],
      state,
    );
});
