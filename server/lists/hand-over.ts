import { sql } from 'kysely';
import { formatDay } from '#contract/kernel/days.ts';
import { isForCompany, type Own } from '#contract/kernel/reach.ts';
import { MOST_LISTS } from '#contract/lists/limits.ts';
import type { HandOver } from '#contract/lists/schema.ts';
import { holdMembers } from '../accounts/queries.ts';
import type { Queryable } from '../ground/database/client.ts';
import { isId } from '../ground/database/uuid.ts';
import { today } from '../ground/days.ts';
import { notFound, Problem, unauthorized } from '../ground/handling/problem.ts';
import { insertMail } from '../ground/mail/queries.ts';
import { countLines } from './change.ts';
import { listMails } from './mail-words.ts';
import { tellChange } from './news.ts';
import { insertList, lockOwn } from './queries.ts';

/** Characters of a person's name in a list's. */
const LONGEST_GIVER = 150;

interface Someone {
  id: string;
  email: string;
  name: string;
  /** The shop's day. */
  today: string;
  lists: number;
}

/**
 * Gives a colleague the lines of somebody's list as a list of their own, and tells them by mail. The lines leave a cart, unless it is
 * to keep them. Both are locked, and stay members of the company meanwhile. Returns the new list's id. Throws 401, 404 and 409.
 */
export async function handOver(
  transaction: Queryable,
  id: string,
  giver: Own,
  { userId, keep = false }: HandOver,
): Promise<string> {
  if (!isId(userId) || userId === giver.userId) throw notFound('person');
  const { rows: people } = await sql<Someone>`
    select id, email, coalesce(nullif(name, ''), email) as name, ${today}::text as today, lists from users
    where id in (${giver.userId}, ${userId}) order by id for no key update`.execute(transaction);
  const members = await holdMembers(transaction, giver.buyerId, [giver.userId, userId]);
  const from = people.find((one) => one.id === giver.userId);
  const to = people.find((one) => one.id === userId);
  if (!from || (isForCompany(giver) && !members.includes(from.id))) throw unauthorized();
  if (!to || !members.includes(to.id)) throw notFound('person');

  // What others give leaves room for the cart and lists of one's own.
  if (to.lists >= MOST_LISTS / 2) throw new Problem('colleague_lists_full');

  const list = await lockOwn(transaction, id, giver);
  if (!list) throw notFound('list');
  if (list.line_count === 0) throw new Problem('list_empty');
  const isCart = list.kind === 'cart';
  const name = isCart
    ? `Cart of ${[...from.name].slice(0, LONGEST_GIVER).join('')}, ${formatDay(from.today)}`
    : list.name;
  const given = await insertList(transaction, { ...giver, userId: to.id }, name, list.boards);
  const columns = sql`id, position, product_id, raw, quantity, customer_ref, designators, per_board, attrition, leader, receipt_date`;
  await sql`
    insert into list_lines (list_id, ${columns}) select ${given}, ${columns} from list_lines where list_id = ${list.id}`.execute(
    transaction,
  );
  await countLines(transaction, given);
  if (isCart && !keep) {
    await sql`delete from list_lines where list_id = ${list.id}`.execute(transaction);
    await countLines(transaction, list.id, { boards: null });
    await tellChange(transaction, list.id);
  }
  const facts = { listId: given, name, by: from.name, lines: list.line_count };
  await insertMail(
    listMails.list_handed_over,
    sql`select ${to.email}::text as recipient, ${given}::text as subject,
      ${JSON.stringify(facts)}::jsonb || jsonb_build_object('company', (select name from buyers where id = ${giver.buyerId})) as facts`,
  ).execute(transaction);
  return given;
}
