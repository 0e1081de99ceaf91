import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CompanyChangeSchema } from './schema.ts';

test('a name of a company contains no web address', () => {
  const messageOf = (name: string) => CompanyChangeSchema.safeParse({ name }).error?.issues[0]?.message;
  for (const name of [
    'Your parcel waits: http://evil.example',
    'HTTPS://evil.example',
    'See WWW.evil.example',
  ])
    assert.equal(messageOf(name), 'no_web_address', name);
  for (const name of ['Acme: Parts/Tools', 'Amazon.com', 'Wwwave Ltd.'])
    assert.equal(messageOf(name), undefined, name);
});
