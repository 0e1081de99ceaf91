import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createTestDatabase } from '../../tests/fixtures/database.ts';
import { fillCatalogue } from '../demo/fill.ts';
import { Catalogue } from './catalogue.ts';

const database = await createTestDatabase();
const catalogue = new Catalogue(database);
after(async () => {
  await catalogue.close();
  await database.drop();
});

test('a long list that is made at once answers others between its pages', async () => {
  await fillCatalogue(database, { count: 500 });
  await catalogue.open();
  let turns = 0;
  let isMade = false;
  const others = (async () => {
    for (; !isMade; turns += 1) await setImmediate();
  })();
  let pages = 0;
  for await (const _page of catalogue.findJson({}).pages) pages += 1;
  isMade = true;
  await others;
  assert.ok(pages >= 5, `${pages} pages`);
  assert.ok(turns >= pages - 1, `${turns} turns of others`);
});

test('many products that change at once are read again page by page, and others are answered between', async () => {
  await fillCatalogue(database, { count: 1000 });
  const { rows } = await database.pool.query<{ id: string }>(
    'update products set revision = revision + 1 returning id',
  );
  let most = 0;
  let isRead = false;
  const others = (async () => {
    for (let before = catalogue.version; !isRead; before = catalogue.version) {
      await setImmediate();
      most = Math.max(most, catalogue.version - before);
    }
  })();
  await catalogue.refresh(rows.map(({ id }) => id));
  isRead = true;
  await others;
  assert.ok(rows.length >= 1000);
  assert.equal(catalogue.size, rows.length);
  // The poll may read a page at the same moment.
  assert.ok(most > 0 && most <= 500, `${most} at once`);
});
