import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { api, type Call, type CallName } from '#contract/api.ts';
import { startTestShop, type TestShop } from '../testing.ts';

let shop: TestShop;
before(async () => {
  shop = await startTestShop();
});
after(() => shop.close());

const SOME_ID = '00000000-0000-7000-8000-000000000000';

/** The call's route with something plausible for each part that varies. */
function concrete(call: Call): string {
  const path = call.path
    .replace(':id', SOME_ID)
    .replace(':email', 'someone@example.com')
    .replace(':name', 'x.webp');
  return `${call.method} ${path}`;
}

describe('access, generated from the contract', () => {
  for (const name of Object.keys(api) as CallName[]) {
    const call: Call = api[name];
    if (call.access === 'public') {
      test(`${call.route} ignores a bad bearer`, async () => {
        const { status } = await shop.call(concrete(call), { token: 'null' });
        assert.ok(status !== 401 && status !== 403, `answered ${status}`);
      });
      continue;
    }
    if (call.access === 'provider') {
      test(`${call.route} refuses an unsigned body with 400`, async () => {
        const answer = await shop.call(concrete(call), { body: { type: 'payment_intent.succeeded' } });
        assert.equal(answer.status, 400);
        assert.equal(answer.body.code, 'bad_signature');
      });
      continue;
    }
    test(`${call.route} answers 401 without proof, whatever the body`, async () => {
      for (const token of [undefined, 'null', 'x'.repeat(43)]) {
        const body = call.method === 'GET' ? undefined : '{ broken';
        const answer = await shop.call(concrete(call), { token, body });
        assert.equal(answer.status, 401);
        // Uploads answer in imgbb's shape; everything else as a problem.
        assert.equal(answer.body.code ?? answer.body.error.code, 'unauthorized');
      }
    });
    if (call.access === 'admin') {
      test(`[S6.5] ${call.route} answers 403 to a customer, whatever the body`, async () => {
        const { token } = await shop.signUp();
        const answer = await shop.call(concrete(call), {
          token,
          body: call.method === 'GET' ? undefined : '{ broken',
        });
        assert.equal(answer.status, 403);
      });
    }
  }
});
