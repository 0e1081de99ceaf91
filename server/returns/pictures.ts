import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Reach } from '#contract/kernel/reach.ts';
import { MOST_RETURN_PICTURES } from '#contract/purchases/limits.ts';
import { isReturnOpen, type ReturnState } from '#contract/returns/states.ts';
import type { Database, Queryable } from '../ground/database/client.ts';
import { tryAgain } from '../ground/database/transact.ts';
import { isId } from '../ground/database/uuid.ts';
import { notFound, Problem } from '../ground/handling/problem.ts';
import { attemptOf, findAnswer, once } from '../ground/idempotency/idempotency.ts';
import type { Pictures } from '../images/pictures.ts';
import { findPurchase } from '../purchases/queries.ts';
import { lockReturn } from './lock.ts';

/** Bytes of a picture: as the CHECK `return_pictures_bytes`. */
const MOST_BYTES = 1024 * 1024;

/** Days after which the pictures of a return that has ended are deleted. */
const KEPT_DAYS = 180;

interface NewPicture {
  returnId: string;
  upload: Buffer;
  userId: string;
  idempotencyKey: string | undefined;
}

/**
 * Adds a picture to a return that has not ended; returns which one it is. Throws 409 when it has ended, or has as many as it may: before
 * the picture is decoded, which may take seconds, and again once it is.
 */
export async function addPicture(
  { db }: Database,
  pictures: Pictures,
  { returnId, upload, userId, idempotencyKey }: NewPicture,
): Promise<{ nth: number }> {
  const deciding = [returnId, hash('sha256', upload)];
  const attempt = attemptOf(userId, 'addReturnPicture', idempotencyKey, deciding);
  const earlier = attempt && (await findAnswer<{ nth: number }>(db, attempt));
  if (earlier) return earlier;
  await requireRoom(db, returnId);
  const webp = Buffer.from(await pictures.shrink(upload, MOST_BYTES));
  return tryAgain(() =>
    once(db, attempt, async (transaction) => {
      requireOpen((await lockReturn(transaction, returnId)).state);
      const { rows } = await sql<{ nth: number }>`
        insert into return_pictures (return_id, nth, webp)
        select ${returnId}::uuid, count(*) + 1, ${webp}::bytea
        from return_pictures where return_id = ${returnId}
        having count(*) < ${MOST_RETURN_PICTURES}
        returning nth`.execute(transaction);
      if (!rows[0]) throw full();
      return { nth: rows[0].nth };
    }),
  );
}

const full = () => new Problem('pictures_full', { most: MOST_RETURN_PICTURES });

function requireOpen(state: ReturnState): void {
  if (!isReturnOpen(state)) throw new Problem('return_state', { state });
}

/** Throws 409 where a return has no room for a picture at this moment. */
async function requireRoom(db: Queryable, returnId: string): Promise<void> {
  const { rows } = await sql<{ state: ReturnState; pictures: number }>`
    select state, (select count(*) from return_pictures where return_id = returns.id) as pictures
    from returns where id = ${returnId}`.execute(db);
  const [found] = rows;
  if (!found) throw notFound('return');
  requireOpen(found.state);
  if (found.pictures >= MOST_RETURN_PICTURES) throw full();
}

/** Throws 404 for a return whose purchase is not in reach. */
export async function requireReturn(db: Queryable, id: string, reach: Reach): Promise<void> {
  const found = isId(id)
    ? await db.selectFrom('returns').select('purchase_id').where('id', '=', id).executeTakeFirst()
    : undefined;
  if (!found || !(await findPurchase(db, found.purchase_id, reach))) throw notFound('return');
}

export async function findPicture(db: Queryable, returnId: string, nth: string): Promise<Buffer | undefined> {
  if (!/^[1-9]$/.test(nth)) return undefined;
  const { rows } = await sql<{ webp: Buffer }>`
    select webp from return_pictures where return_id = ${returnId} and nth = ${Number(nth)}`.execute(db);
  return rows[0]?.webp;
}

/** Deletes the pictures of returns that ended long ago. */
export async function forgetPictures(db: Queryable): Promise<void> {
  await sql`
    delete from return_pictures using returns
    where returns.id = return_id and return_pictures.created_at < now() - make_interval(days => ${KEPT_DAYS})
      and closed_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(db);
}
