import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundsOf, clientOf, networksOf } from './client.ts';

const cases: [ip: string, client: string][] = [
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:1234', 'unknown'],
  ['what a client wrote', 'unknown'],
];
for (const [ip, client] of cases) {
  test(`${ip} is counted as ${client}`, () => assert.equal(clientOf(ip), client));
}

test('all clients of a /56 count as four, and those of a /48 as 16', () => {
  assert.deepEqual(networksOf('2001:db8:1:a2b::9'), [
    { name: '2001:db8:1:a2b::/64', part: 1 },
    { name: '2001:db8:1:a00::/56', part: 1 / 4 },
    { name: '2001:db8:1:0::/48', part: 1 / 16 },
  ]);
  assert.deepEqual(networksOf('192.0.2.7'), [{ name: '192.0.2.7', part: 1 }]);
});

test('a network has half of all at once at most, or what one client may', () => {
  const ofThem = (most: number, total?: number) =>
    boundsOf(networksOf('2001:db8:1:a2b::9'), most, total).map((bound) => bound.most);
  assert.deepEqual(ofThem(10), [10, 40, 160]);
  assert.deepEqual(ofThem(10, 100), [10, 40, 50]);
  assert.deepEqual(ofThem(3, 4), [3, 3, 3]);
});
