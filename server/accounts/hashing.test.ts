import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAPIError } from 'better-auth/api';
import { hashPassword } from 'better-auth/crypto';
import { createHashing, ORDINARY_HASHING } from './hashing.ts';

const PASSWORD = 'northbridge';

test('a hash tells its cost, and is renewed where it was made in an older way', async () => {
  const older = await hashPassword(PASSWORD);
  const hash = (await ORDINARY_HASHING.renew({ hash: older, password: PASSWORD }))!;
  assert.match(hash, /^scrypt-17-8-1:[0-9a-f]{32}:[0-9a-f]{64}$/);
  assert.equal(await ORDINARY_HASHING.renew({ hash, password: PASSWORD }), undefined);
  assert.equal(await ORDINARY_HASHING.verify({ hash, password: PASSWORD }), true);
  assert.equal(await ORDINARY_HASHING.verify({ hash: older, password: PASSWORD }), true);
  assert.equal(await ORDINARY_HASHING.verify({ hash: older, password: 'northbridgf' }), false);
});

test('is proven by its password alone, and made anew of an older one is always the same', async () => {
  const hashing = createHashing(10);
  const hash = await hashing.hash(PASSWORD);
  assert.equal(await hashing.verify({ hash, password: PASSWORD }), true);
  assert.equal(await hashing.verify({ hash, password: 'northbridgf' }), false);
  assert.notEqual(await hashing.hash(PASSWORD), hash);
  const older = { hash: await hashPassword(PASSWORD), password: PASSWORD };
  assert.equal(await hashing.renew(older), await hashing.renew(older));
});

test('few passwords wait to be hashed: one more is refused with 503 and Retry-After', async () => {
  const hashing = createHashing(10);
  const tried = await Promise.allSettled(Array.from({ length: 40 }, () => hashing.hash(PASSWORD)));
  const refused = tried.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  assert.ok(refused.length >= 6, `${refused.length} were refused`);
  for (const error of refused) {
    assert.ok(isAPIError(error));
    assert.equal(error.statusCode, 503);
    assert.equal(new Headers(error.headers).get('retry-after'), '3');
  }
});
