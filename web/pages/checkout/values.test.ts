import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LONGEST_OF_PURCHASE } from '#contract/purchases/limits.ts';
import { checkoutResolver, NO_VALUES } from './values.ts';

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
