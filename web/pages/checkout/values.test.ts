import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_RULES } from '#contract/companies/rules.ts';
import { LONGEST_OF_PURCHASE } from '#contract/purchases/limits.ts';
import { checkoutResolver, NO_VALUES, newAddressHint } from './values.ts';

test('the form takes what the server takes: white space around a text, and one that shows nothing, have no length', async () => {
  const check = async (note: string) => {
    const values = { ...NO_VALUES, addressId: 'one', note };
    const { errors } = await checkoutResolver(values, undefined, {
      fields: {},
      shouldUseNativeValidation: false,
    });
    return Object.keys(errors);
  };
  const most = LONGEST_OF_PURCHASE.note;
  assert.deepEqual(await check(` ${'a'.repeat(most)}\n`), []);
  assert.deepEqual(await check('\u200b'.repeat(most + 1)), []);
  assert.deepEqual(await check('a'.repeat(most + 1)), ['note']);
});

test('a company’s rules about addresses are told where another one is typed, the strictest alone', () => {
  const approvals = [{ newAddress: true, by: { role: 'admin' }, count: 1 }] as const;
  assert.equal(newAddressHint(NO_RULES), undefined);
  assert.match(newAddressHint({ ...NO_RULES, approvals })!, /will need an approval/);
  const refused = newAddressHint({ ...NO_RULES, approvals, addressesFromBook: true });
  assert.match(refused!, /Choose one of them, or ask an admin of your company to add this one/);
});
