import assert from 'node:assert/strict';
import { test } from 'node:test';
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
