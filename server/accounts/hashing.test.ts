import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAPIError } from 'better-auth/api';
import { hashPassword } from 'better-auth/crypto';
import type { FastifyBaseLogger } from 'fastify';
import { createHashing, ORDINARY_HASHING } from './hashing.ts';
import { rememberingProofs } from './proven.ts';

const log = {} as FastifyBaseLogger;
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

/** Tries to hash so many passwords at once, each for the client that `ip` says. Returns the refusals, in their order. */
async function hashAtOnce(count: number, ip: (i: number) => string) {
  const hashing = createHashing(10);
  const hashFor = (i: number) => rememberingProofs(log, ip(i), () => hashing.hash(PASSWORD));
  const tried = await Promise.allSettled(Array.from({ length: count }, (_, i) => hashFor(i)));
  return tried.flatMap((one, i) => (one.status === 'rejected' ? [{ i, error: one.reason as unknown }] : []));
}

test('few passwords wait to be hashed: one more is refused with 503 and Retry-After', async () => {
  const refused = await hashAtOnce(40, (i) => `192.0.2.${i}`);
  assert.ok(refused.length >= 6, `${refused.length} were refused`);
  for (const { error } of refused) {
    assert.ok(isAPIError(error));
    assert.equal(error.statusCode, 503);
    assert.equal(new Headers(error.headers).get('retry-after'), '3');
  }
});

test('one client, or one network, leaves places to others', async () => {
  const others = (i: number) => (i < 40 ? undefined : `198.51.100.${i}`);
  const refused = await hashAtOnce(44, (i) => others(i) ?? '192.0.2.1');
  assert.deepEqual(
    refused.map(({ i }) => i),
    Array.from({ length: 32 }, (_, i) => i + 8),
  );
  const ofNetwork = await hashAtOnce(44, (i) => others(i) ?? `2001:db8:7:${(i << 8).toString(16)}::1`);
  assert.deepEqual(
    ofNetwork.map(({ i }) => i),
    Array.from({ length: 23 }, (_, i) => i + 17),
  );
});
