import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CompanyRules, NO_RULES } from '#contract/companies/rules.ts';
import { LONGEST_OF_PURCHASE } from '#contract/purchases/limits.ts';
import { type CheckoutValues, checkoutResolver, NO_VALUES, newAddressHint } from './values.ts';

const errorsOf = async (values: CheckoutValues, rules: CompanyRules = NO_RULES) => {
  const options = { fields: {}, shouldUseNativeValidation: false };
  return (await checkoutResolver(rules)(values, undefined, options)).errors;
};

test('the form takes what the server takes: white space around a text, and one that shows nothing, have no length', async () => {
  const check = async (note: string) => {
    const values = { ...NO_VALUES, addressId: 'one', note };
    return Object.keys(await errorsOf(values));
  };
  const most = LONGEST_OF_PURCHASE.note;
  assert.deepEqual(await check(` ${'a'.repeat(most)}\n`), []);
  assert.deepEqual(await check('\u200b'.repeat(most + 1)), []);
  assert.deepEqual(await check('a'.repeat(most + 1)), ['note']);
});

test('a PO number and a cost center that the company asks for are told together, and with an address that lacks something', async () => {
  const rules = { ...NO_RULES, poNumber: 'required', costCentres: ['Lab'] } as const;
  const known = { ...NO_VALUES, addressId: 'one' };
  assert.deepEqual(Object.keys(await errorsOf(known, rules)), ['poNumber', 'costCentre']);
  const wrong = { ...known, addressId: 'new', poNumber: ' ', costCentre: 'Roof' };
  const { address, ...errors } = await errorsOf(wrong, rules);
  assert.ok(address);
  assert.match(errors.poNumber!.message!, /asks for a PO number/);
  assert.match(errors.costCentre!.message!, /one of its cost centers/);
  assert.deepEqual(await errorsOf({ ...known, poNumber: 'PO-1', costCentre: 'lab' }, rules), {});
});

test('a company’s rules about addresses are told where another one is typed, the strictest alone', () => {
  const approvals = [{ newAddress: true, by: { role: 'admin' }, count: 1 }] as const;
  assert.equal(newAddressHint(NO_RULES), undefined);
  assert.match(newAddressHint({ ...NO_RULES, approvals })!, /will need an approval/);
  const refused = newAddressHint({ ...NO_RULES, approvals, addressesFromBook: true });
  assert.match(refused!, /Choose one of them, or ask an admin of your company to add this one/);
});
