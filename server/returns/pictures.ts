import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { MOST_RETURN_PICTURES } from '#contract/purchase-limits.ts';
import type { Reach } from '#contract/reach.ts';
import { isReturnOpen } from '#contract/return-states.ts';
import type { Database, Queryable } from '../database/client.ts';
import { tryAgain } from '../database/transact.ts';
import { isId } from '../database/uuid.ts';
import { notFound, Problem } from '../handling/problem.ts';
import { attemptOf, once } from '../idempotency/idempotency.ts';
import type { Pictures } from '../images/pictures.ts';
import type { ProcessedImage } from '../images/process.ts';
import { findPurchase } from '../purchases/queries.ts';
import { lockReturn } from './lock.ts';

/** Bytes of a picture: as the CHECK of migration 0057. */
const MOST_BYTES = 1024 * 1024;

/** Days after which the pictures of a return that has ended are deleted. */
const KEPT_DAYS = 180;

interface NewPicture {
  returnId: string;
  upload: Buffer;
  userId: string;
  idempotencyKey: string | undefined;
}

/** Adds a picture to a return that has not ended; returns which one it is. Throws 409 when it has ended, or has as many as it may. */
export async function addPicture(
  { db }: Database,
  pictures: Pictures,
  { returnId, upload, userId, idempotencyKey }: NewPicture,
): Promise<{ nth: number }> {
  const deciding = [returnId, hash('sha256', upload)];
  const attempt = attemptOf(userId, 'addReturnPicture', idempotencyKey, deciding);
  const webp = bytesOf(await pictures.process(upload));
  return tryAgain(() =>
    once(db, attempt, async (transaction) => {
      const { state } = await lockReturn(transaction, returnId);
      if (!isReturnOpen(state)) throw new Problem('return_state', { state });
      const { rows } = await sql<{ nth: number }>`
        insert into return_pictures (return_id, nth, webp)
        select ${returnId}::uuid, count(*) + 1, ${webp}::bytea
        from return_pictures where return_id = ${returnId}
        having count(*) < ${MOST_RETURN_PICTURES}
        returning nth`.execute(transaction);
      if (!rows[0]) throw new Problem('pictures_full', { most: MOST_RETURN_PICTURES });
      return { nth: rows[0].nth };
    }),
  );
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

/** The largest rendition that may be kept. Small ones always may. */
function bytesOf({ renditions }: ProcessedImage): Buffer {
  const fitting = renditions.filter(({ webp }) => webp.length <= MOST_BYTES);
  const [largest] = fitting.sort((a, b) => b.width - a.width);
  if (!largest) throw new Problem('broken_image');
  return Buffer.from(largest.webp);
}
