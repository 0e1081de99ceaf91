import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase } from '../../../tests/fixtures/database.ts';
import { forgetCounters, spend } from './queries.ts';

const database = await createTestDatabase();
after(() => database.drop());

const counter = (name: string, burst: number, every = 60) => ({ key: Buffer.from(name), burst, every });

describe('counters in the database', () => {
  test('allow exactly the burst, however many attempts come at once', async () => {
    const begun = performance.now();
    const waits = await Promise.all(Array.from({ length: 40 }, () => spend(database.db, [counter('a', 7)])));
    // A statement counts from its own start, which may lie before the start of the one that it waited for.
    const most = 60 + (performance.now() - begun) / 1000;
    assert.equal(waits.filter((wait) => wait === 0).length, 7);
    for (const wait of waits.filter((one) => one > 0)) assert.ok(wait <= most, `${wait} seconds`);
  });

  test('allow one more for each interval that has passed', async () => {
    const wanted = counter('b', 2);
    assert.equal(await spend(database.db, [wanted]), 0);
    assert.equal(await spend(database.db, [wanted]), 0);
    const wait = await spend(database.db, [wanted]);
    assert.ok(wait > 50 && wait <= 60, `${wait} seconds`);
    await sql`update rate_limits set empty_at = empty_at - interval '60 seconds' where key = ${wanted.key}`.execute(
      database.db,
    );
    assert.equal(await spend(database.db, [wanted]), 0);
    assert.ok((await spend(database.db, [wanted])) > 50);
  });

  test('count what is dear as several', async () => {
    const dear = (cost: number) => spend(database.db, [{ ...counter('dear', 10), cost }]);
    assert.equal(await dear(7), 0);
    const wait = await dear(4);
    assert.ok(wait > 50 && wait <= 60, `${wait} seconds`);
    assert.equal(await dear(3), 0);
    assert.ok((await dear(1)) > 0);
  });

  test('do not count in the wider counter what the narrower one refuses', async () => {
    const wide = counter('wide', 3);
    const narrow = (name: string) => counter(name, 1);
    assert.equal(await spend(database.db, [narrow('x'), wide]), 0);
    for (let i = 0; i < 10; i += 1) assert.ok((await spend(database.db, [narrow('x'), wide])) > 0);
    assert.equal(await spend(database.db, [narrow('y'), wide]), 0);
    assert.equal(await spend(database.db, [narrow('z'), wide]), 0);
    assert.ok((await spend(database.db, [narrow('v'), wide])) > 0);
  });

  test('do not count in the narrower counter what the wider one refuses', async () => {
    const full = counter('full', 1);
    assert.equal(await spend(database.db, [full]), 0);
    const victim = counter('victim', 2, 3_600);
    for (let i = 0; i < 4; i += 1) {
      const wait = await spend(database.db, [victim, full]);
      assert.ok(wait > 50 && wait <= 60, `${wait} seconds`);
    }
    assert.equal(await spend(database.db, [victim]), 0);
    assert.equal(await spend(database.db, [victim]), 0);
  });

  test('are deleted when they are empty, and no earlier', async () => {
    await spend(database.db, [counter('soon', 5, 0.001)]);
    await spend(database.db, [counter('later', 5, 600)]);
    await sql`select pg_sleep(0.01)`.execute(database.db);
    await forgetCounters(database.db);
    const { rows } = await sql<{ key: Buffer }>`select key from rate_limits`.execute(database.db);
    const left = rows.map(({ key }) => key.toString());
    assert.ok(left.includes('later') && !left.includes('soon'));
  });
});
