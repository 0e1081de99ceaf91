// nightly: Spectral takes ten seconds for the document; Redocly's rules are looked at in openapi.test.ts
import assert from 'node:assert/strict';
import { test } from 'node:test';
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';
import { describeApi } from '../../server/http/openapi.ts';

test('recommended rules of Spectral report nothing but the contact that a document lacks', async () => {
  const { info, ...rest } = describeApi('1.2.3', 'MIT', 'session', { name: 'Shop', email: 'a@b.example' });
  const { contact: _, ...poorInfo } = info as { contact: object };
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset({ extends: [[spectralRulesets.oas as RulesetDefinition, 'recommended']] });
  const found = await spectral.run(JSON.parse(JSON.stringify({ ...rest, info: poorInfo })));
  assert.deepEqual(
    found.map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`),
    ['info-contact info: Info object must have "contact" object.'],
  );
});
