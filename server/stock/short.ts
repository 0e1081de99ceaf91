import { sql } from 'kysely';
import { staffToTell } from '../accounts/admins.ts';
import type { Queryable } from '../ground/database/client.ts';
import { dayOf } from '../ground/days.ts';
import { insertMail } from '../ground/mail/queries.ts';
import { expectedPieces } from './levels.ts';
import { isBelowReorderPoint } from './list.ts';
import { stockMails } from './mail-words.ts';

/** The hour of the shop from which the mail of a day is written. */
const FROM_HOUR = 7;
/** Parts that a mail names. */
const MOST_NAMED = 50;

/** Writes all who work for the shop a mail of what runs out, one a day of the shop; none on days on which nothing does. */
export async function tellShort(db: Queryable, timeZone: string, now: Date = new Date()): Promise<void> {
  if (hourOf(now, timeZone) < FROM_HOUR) return;
  const day = dayOf(now, timeZone);
  await insertMail(
    stockMails.stock_short,
    sql`
      select gen_random_uuid() as mail_id, email as recipient, ${`${day}:`} || staff.id as subject, facts
      from ${staffToTell} as staff cross join (
        select jsonb_build_object('count', max(total), 'parts', jsonb_agg(part order by id)) as facts from (
          select id, count(*) over () as total, jsonb_build_object('sku', sku, 'name', name, 'available', available,
            'expected', ${expectedPieces}, 'reorderPoint', reorder_point) as part
          from products where removed_at is null and ${isBelowReorderPoint} order by id limit ${MOST_NAMED}
        ) as short having count(*) > 0
      ) as told
      where not exists (select from mails where dedupe = ${`stock_short:${day}:`} || staff.id)`,
    sql`mail_id`,
  ).execute(db);
}

function hourOf(moment: Date, timeZone: string): number {
  return Number(
    new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone }).format(moment),
  );
}
