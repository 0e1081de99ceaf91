import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Gate } from './gate.ts';
import { Problem } from './problem.ts';

const isOverloaded = (error: unknown) =>
  error instanceof Problem && error.status === 503 && Number(error.headers['retry-after']) > 0;

describe('a gate', () => {
  test('refuses newcomers while it is full, and lets them in when one piece of work is done', async () => {
    const gate = new Gate(2);
    const finish: (() => void)[] = [];
    const work = () => gate.run(() => new Promise<void>((resolve) => finish.push(resolve)));
    const first = work();
    gate.admit();
    const second = work();
    assert.throws(() => gate.admit(), isOverloaded);
    finish[0]!();
    await first;
    gate.admit();
    finish[1]!();
    await second;
    assert.equal(gate.inWork, 0);
  });

  test('finishes what was admitted, up to twice its bound', async () => {
    const gate = new Gate(1);
    const never = () => gate.run(() => new Promise<void>(() => {}));
    never();
    never();
    await assert.rejects(never(), isOverloaded);
  });

  test('counts work that fails as done', async () => {
    const gate = new Gate(1);
    const fail = () => {
      throw new Error('no');
    };
    await assert.rejects(gate.run(fail), /no/);
    await assert.rejects(
      gate.run(async () => fail()),
      /no/,
    );
    gate.admit();
    assert.equal(gate.inWork, 0);
  });
});
