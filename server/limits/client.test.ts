import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientOf } from './client.ts';

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
