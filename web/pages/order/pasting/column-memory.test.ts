import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { openFakeBrowser } from '../../../../tests/fake-browser.ts';
import { forgetMappings, mappings } from '../../../basket/pasted/mappings.ts';
import { type Fields, rememberedFields, rememberFields } from './column-memory.ts';

beforeEach(() => openFakeBrowser());

const HEADERS = ['Teil', 'Bedarf'];
const FIELDS: Fields = ['mpn', 'quantity'];

test('what columns stand for is remembered by their headers, in any case of letters', () => {
  assert.equal(rememberedFields(HEADERS), undefined);
  rememberFields(HEADERS, FIELDS);
  assert.deepEqual(rememberedFields([' TEIL', 'bedarf']), FIELDS);
  assert.equal(rememberedFields(['Bedarf', 'Teil']), undefined);
  rememberFields(HEADERS, [undefined, 'quantity']);
  assert.deepEqual(rememberedFields(HEADERS), [undefined, 'quantity']);
  forgetMappings();
  assert.equal(rememberedFields(HEADERS), undefined);
});

test('of 20 kinds of files, within 4,000 characters each', () => {
  for (let n = 0; n < 30; n += 1) rememberFields([`File ${n}`], ['mpn']);
  assert.equal(rememberedFields(['File 9']), undefined);
  assert.deepEqual(rememberedFields(['File 10']), ['mpn']);
  rememberFields(['x'.repeat(5_000)], ['mpn']);
  assert.equal(mappings.get().length, 20);
});

test('what another version of the page has stored is not believed', () => {
  for (const stored of [
    '["teil\\nbedarf",["mpn","price"]]',
    '{"a":1}',
    '[1,[]]',
    'x',
    '["teil\\nbedarf",["mpn"]]',
  ]) {
    mappings.set([stored]);
    assert.equal(rememberedFields(HEADERS), undefined, stored);
  }
});
