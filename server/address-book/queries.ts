import { sql } from 'kysely';
import type { Address, AddressChange, NewAddress } from '#contract/address-book/schema.ts';
import type { ShipTo } from '#contract/address-book/ship-to.ts';
import type { CompanyRules } from '#contract/companies/rules.ts';
import type { Own } from '#contract/kernel/reach.ts';
import type { Queryable } from '../ground/database/client.ts';
import { isId, newId } from '../ground/database/uuid.ts';
import { notFound } from '../ground/handling/problem.ts';

/** Returns a buyer's addresses, oldest first. */
export async function listAddresses(db: Queryable, { buyerId }: Own): Promise<Address[]> {
  return db
    .selectFrom('addresses')
    .select(['id as _id', 'ship_to as shipTo', 'is_default as isDefault', 'use'])
    .where('buyer_id', '=', buyerId)
    .orderBy('id')
    .execute();
}

/** Adds an address of a buyer whose row is locked; returns its id. */
export async function insertAddress(
  transaction: Queryable,
  owner: Own,
  { shipTo, isDefault = false, use }: NewAddress,
): Promise<string> {
  const id = newId();
  if (isDefault) await clearDefault(transaction, owner);
  await transaction
    .insertInto('addresses')
    .values({
      id,
      user_id: owner.userId,
      buyer_id: owner.buyerId,
      ship_to: JSON.stringify(shipTo),
      is_default: isDefault,
      use,
    })
    .execute();
  return id;
}

/** Changes an address of a buyer whose row is locked. One that is for invoices only from then on is not the default. Throws 404. */
export async function updateAddress(
  transaction: Queryable,
  id: string,
  owner: Own,
  { shipTo, use, isDefault = use === 'bill' ? false : undefined }: AddressChange,
): Promise<void> {
  if (!isId(id)) throw notFound('ship_to');
  if (isDefault) await clearDefault(transaction, owner);
  const { numUpdatedRows } = await transaction
    .updateTable('addresses')
    .set({
      ...(shipTo && { ship_to: JSON.stringify(shipTo) }),
      ...(isDefault !== undefined && { is_default: isDefault }),
      ...(use && { use }),
    })
    .where('id', '=', id)
    .where('buyer_id', '=', owner.buyerId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw notFound('ship_to');
}

/** Deletes an address of a buyer whose row is locked. Returns the number of deleted addresses. */
export async function deleteAddress(transaction: Queryable, id: string, { buyerId }: Own): Promise<number> {
  if (!isId(id)) return 0;
  const { numDeletedRows } = await transaction
    .deleteFrom('addresses')
    .where('id', '=', id)
    .where('buyer_id', '=', buyerId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * Returns which of some buyers, by `nth`, have an address in their books as a billing address. The buyers are locked, so that it stays
 * there.
 */
export async function findBillable(
  transaction: Queryable,
  asked: { nth: number; buyerId: string; billTo: ShipTo }[],
): Promise<Set<number>> {
  if (asked.length === 0) return new Set();
  const { rows } = await sql<{ nth: number }>`
    select nth from json_to_recordset(${JSON.stringify(asked)}::json) as ask (nth int, "buyerId" uuid, "billTo" jsonb)
    where exists (select from addresses where buyer_id = "buyerId" and use <> 'ship' and ship_to = "billTo")`.execute(
    transaction,
  );
  return new Set(rows.map(({ nth }) => nth));
}

/** Returns the rules of a company that is locked, and the roles that somebody has there. */
export async function readRuled(transaction: Queryable, { buyerId, userId }: Own) {
  const { rows } = await sql<{ rules: Partial<CompanyRules> | null; roles: string[] | null }>`
    select rules, roles from buyers left join members on members.buyer_id = buyers.id and user_id = ${userId}
    where buyers.id = ${buyerId}`.execute(transaction);
  return rows[0]!;
}

async function clearDefault(transaction: Queryable, { buyerId }: Own): Promise<void> {
  await transaction
    .updateTable('addresses')
    .set({ is_default: false })
    .where('buyer_id', '=', buyerId)
    .where('is_default', '=', true)
    .execute();
}
