import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { isUsableKey } from './cose-key.ts';

type Entries = [label: number, value: number | Uint8Array][];

const isUsable = (entries: Entries) => isUsableKey(new Uint8Array(isoCBOR.encode(new Map(entries) as never)));
const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));

const point = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
const edwards = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
const rsa = (modulusLength: number): Entries => {
  const { n, e } = generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ format: 'jwk' });
  return [
    ...([
      [1, 3],
      [3, -257],
    ] as Entries),
    [-1, bytes(n!)],
    [-2, bytes(e!)],
  ];
};
const ec2: Entries = [
  [1, 2],
  [3, -7],
  [-1, 1],
  [-2, bytes(point.x!)],
  [-3, bytes(point.y!)],
];
const okp: Entries = [
  [1, 1],
  [3, -8],
  [-1, 6],
  [-2, bytes(edwards.x!)],
];
const RSA_2048 = rsa(2048);
/** The entries with others in place of those of the same label. */
const but = (entries: Entries, ...others: Entries): Entries => [...new Map([...entries, ...others])];

test('keys that the shop asks for can be used', async () => {
  for (const entries of [ec2, okp, RSA_2048]) assert.equal(await isUsable(entries), true);
});

test('a key that can check nothing, of another kind, or too small or large, is none', async () => {
  const none: [about: string, Entries][] = [
    ['a point that is not on the curve', but(ec2, [-3, bytes(point.x!)])],
    ['no point', but(ec2, [-2, new Uint8Array()], [-3, new Uint8Array()])],
    ['another algorithm than the kind has', but(ec2, [3, -257])],
    ['another curve', but(ec2, [-1, 2])],
    ['half of an Ed25519 key', but(okp, [-2, bytes(edwards.x!).slice(16)])],
    ['RSA of 1,024 bits', rsa(1024)],
    ['RSA of 16,384 bits', but(RSA_2048, [-1, new Uint8Array(2048).fill(255)])],
    ['RSA of 8,192 bits', but(RSA_2048, [-1, new Uint8Array(1024).fill(255)])],
    ['RSA of 8 bits', but(RSA_2048, [-1, new Uint8Array([143])])],
    ['more beside the key than a key has', but(ec2, [-70000, new Uint8Array(2000)])],
    ['nothing', []],
  ];
  for (const [about, entries] of none) assert.equal(await isUsable(entries), false, about);
  assert.equal(await isUsableKey(new Uint8Array([0xff, 0xff])), false);
});
