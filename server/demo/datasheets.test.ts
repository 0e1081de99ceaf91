import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startTestShop } from '../../tests/testing.ts';
import { createDiskStore } from '../ground/storage/disk.ts';
import { attachDatasheets } from './datasheets.ts';

const shop = await startTestShop();
const folder = await mkdtemp(join(tmpdir(), 'datasheets-'));
after(() => Promise.all([shop.close(), rm(folder, { recursive: true })]));

test('each datasheet is stored and attached to a part, once', async () => {
  const store = createDiskStore(folder);
  const read = () => shop.database.db.selectFrom('products').select(['sku', 'attachments']).execute();
  await attachDatasheets(shop.database.db, store);
  const parts = await read();
  const attached = parts.flatMap(({ attachments }) => attachments);
  assert.equal(attached.length, 15);
  for (const { url, bytes } of attached)
    assert.equal(await store.size(url.replace('/files/', '')), bytes, url);
  await attachDatasheets(shop.database.db, store);
  assert.deepEqual(await read(), parts);
});
