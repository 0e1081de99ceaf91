import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../database/client.ts';
import { Problem } from '../handling/problem.ts';
import { createLimits } from './limits.ts';
import { type Bound, Shares } from './shares.ts';

const person = (name: string): Bound[] => [
  { key: name, most: 2 },
  { key: 'client', most: 3 },
];

test('a person has so much in work at once, and a client with several persons so much', () => {
  const shares = new Shares();
  const ends = [shares.begin(person('a')), shares.begin(person('a'))];
  assert.equal(shares.begin(person('a')), undefined);
  ends.push(shares.begin(person('b')));
  assert.equal(shares.begin(person('b')), undefined, 'the client has three');
  ends.pop()!();
  ends.push(shares.begin(person('c')));
  for (const end of ends) end!();
  assert.equal(shares.size, 0, 'nothing is kept');
});

test('all clients of a network together have no more than half of what there is', async () => {
  const limits = createLimits({} as Database);
  const ends: (() => void)[] = [];
  const begin = (n: number) =>
    limits.share(
      'document',
      { ip: `2001:db8:7:${n.toString(16)}::1` },
      () => new Promise<void>((end) => ends.push(end)),
    );
  const begun = Array.from({ length: 10 }, (_, n) => begin(n));
  await assert.rejects(begin(10), (error) => error instanceof Problem && error.status === 429);
  const another = limits.share('document', { ip: '2001:db8:8::1' }, async () => 'made');
  assert.equal(await another, 'made');
  for (const end of ends) end();
  await Promise.all(begun);
});
