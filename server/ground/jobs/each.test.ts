import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../handling/problem.ts';
import { doEach } from './each.ts';

class Told extends Problem {
  override readonly isTold = true;
  constructor() {
    super('payment_provider_down');
  }
}

/** Does the rows, of which some fail. Returns those that were done or tried, and what was thrown. */
async function run(failing: Record<number, Error>, stop?: Parameters<typeof doEach<number>>[2]) {
  const tried: number[] = [];
  const work = async (row: number) => {
    tried.push(row);
    if (failing[row]) throw failing[row];
  };
  const thrown = await doEach([1, 2, 3, 4], work, stop).catch((error) => error);
  return { tried, thrown };
}

test('a row that fails does not stop those behind it, and what failed first is thrown at the end', async () => {
  const [first, second] = [new Error('first'), new Error('second')];
  const { tried, thrown } = await run({ 2: first, 3: second });
  assert.deepEqual(tried, [1, 2, 3, 4]);
  assert.equal(thrown, first);
});

test('a failure that the log does not have is thrown rather than one that it has', async () => {
  const [told, error] = [new Told(), new Error('ours')];
  assert.equal((await run({ 1: told, 3: error })).thrown, error);
  assert.equal((await run({ 1: told })).thrown, told);
});

test('a failure that all would share is the last, and those behind it are told to be untried', async () => {
  const untried: number[] = [];
  const { tried, thrown } = await run(
    { 1: new Error('own'), 2: new Told() },
    { at: (error) => error instanceof Told, untried: async (rows) => void untried.push(...rows) },
  );
  assert.deepEqual(
    [tried, untried],
    [
      [1, 2],
      [3, 4],
    ],
  );
  assert.equal(thrown.message, 'own');
});
