import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase } from '../../tests/fixtures/database.ts';
import { begins, dayOf, dayOfTime, requireTimeZone } from './days.ts';

const NEW_YORK = 'America/New_York';

describe('the day of a moment', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  before(async () => {
    database = await createTestDatabase();
  });
  after(() => database.drop());
  const cases: [moment: string, zone: string, day: string][] = [
    ['2026-11-22T23:59:59Z', 'UTC', '2026-11-22'],
    ['2026-11-23T00:00:00Z', 'UTC', '2026-11-23'],
    ['2026-11-23T04:59:59Z', NEW_YORK, '2026-11-22'],
    ['2026-11-23T05:00:00Z', NEW_YORK, '2026-11-23'],
    ['2026-07-01T15:00:00Z', 'Asia/Tokyo', '2026-07-02'],
  ];
  for (const [moment, zone, day] of cases) {
    test(`${moment} in ${zone} is on ${day}, in JavaScript and in SQL`, async () => {
      assert.equal(dayOf(new Date(moment), zone), day);
      const inSql = await sql<{
        day: string;
      }>`select ${dayOfTime(sql`${moment}::timestamptz`, sql`${zone}::text`)} as day`.execute(database.db);
      assert.equal(inSql.rows[0]?.day, day);
    });
  }

  test('a day begins at midnight of the zone, and has 23 hours when its clocks go forward', async () => {
    const { rows } = await sql<{ from: Date; until: Date }>`
      select ${begins(sql`'2026-03-08'`, sql`${NEW_YORK}::text`)} as from,
        ${begins(sql`'2026-03-08'::date + 1`, sql`${NEW_YORK}::text`)} as until`.execute(database.db);
    assert.equal(rows[0]?.from.toISOString(), '2026-03-08T05:00:00.000Z');
    assert.equal(rows[0]?.until.toISOString(), '2026-03-09T04:00:00.000Z');
  });
});

test('days are of the shop wherever SQL counts them: no other source names a time zone', () => {
  const sources = globSync('server/**/*.ts', { exclude: ['server/ground/days.ts'] });
  assert.ok(sources.length > 100);
  const others = sources.filter((file) => /at time zone '/i.test(readFileSync(file, 'utf8')));
  assert.deepEqual(
    others.filter((file) => !file.endsWith('.test.ts')),
    [],
  );
});

test('a start is refused with a time zone that is none', () => {
  for (const zone of ['UTC', 'Europe/Berlin', NEW_YORK]) requireTimeZone(zone);
  for (const zone of ['', 'Berlin', '+02:00', 'Europe/Berlin; drop table'])
    assert.throws(() => requireTimeZone(zone), /timeZone of content\/shop\.ts/);
});
