import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { createTestDatabase } from '../../tests/fixtures/database.ts';
import { addCaller, addProduct, place } from '../../tests/fixtures/purchases.ts';
import { chargesOf, totalOf } from './amounts.ts';
import { auditPurchases } from './audit.ts';

const database = await createTestDatabase();
after(() => database.drop());

test('the audit finds what totalOf says, to the cent and with the same rounding', async () => {
  const [product, caller] = [await addProduct(database, 1000), await addCaller(database)];
  const { purchaseId: id } = await place(database, caller, [[product, 100]]);
  const setTotal = (cents: number) =>
    database.pool.query('update purchases set total_cents = $2 where id = $1', [id, cents]);
  // 50 cents at 7 % are 3.5 cents of tax.
  const charge = fc.record({
    netCents: fc
      .integer({ min: -20, max: 20 })
      .filter(Boolean)
      .map((n) => n * 50),
    rateBp: fc.integer({ min: 0, max: 3 }).map((n) => n * 700),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(charge, { maxLength: 8 }), async (charges) => {
      await database.pool.query('delete from charges');
      for (const [nth, { netCents, rateBp }] of charges.entries())
        await database.pool.query('insert into charges values ($1, $2, $3, $4, $5, $6, $7)', [
          ...[id, nth + 1, netCents < 0 ? 'discount' : 'fee', 'Why', netCents, 'S', rateBp],
        ]);
      const besides = database.db.selectFrom('purchases').select(chargesOf).where('id', '=', id);
      const { grossCents } = totalOf([{ cents: 25_000 }], await besides.executeTakeFirstOrThrow());
      await setTotal(grossCents);
      assert.deepEqual(await auditPurchases(database.db), []);
      await setTotal(grossCents + 1);
      assert.equal((await auditPurchases(database.db)).length, 1);
    }),
    { numRuns: 30 },
  );
});
