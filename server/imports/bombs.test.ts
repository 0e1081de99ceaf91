// nightly: files of hundreds of thousands of rows and of hundreds of megabytes
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { uploadParts, workbookOf } from '../../tests/fixtures/uploads.ts';
import { startTestShop } from '../../tests/testing.ts';

const shop = await startTestShop();
const admin = await shop.signInAdmin();
after(() => shop.close());

const TOO_LARGE: [what: string, content: () => string | Uint8Array, code: string][] = [
  ['a workbook that unpacks to too much', () => workbookOf(' '.repeat(270 * 1024 * 1024)), 'too_large'],
  ['too many rows', () => `sku\n${'A\n'.repeat(200_001)}`, 'too_many_rows'],
];
for (const [what, content, code] of TOO_LARGE)
  test(`refuses ${what} and says what is wrong`, async () => {
    const { status, body } = await uploadParts(shop, admin, content());
    assert.deepEqual([status, body.code], [413, code]);
  });
