import type { Address, AddressChange, NewAddress } from '#contract/address-book/schema.ts';
import type { Own } from '#contract/kernel/reach.ts';
import type { Queryable } from '../ground/database/client.ts';
import { isId, newId } from '../ground/database/uuid.ts';
import { notFound } from '../ground/handling/problem.ts';

/** Returns somebody's addresses, oldest first. */
export async function listAddresses(db: Queryable, { userId }: Own): Promise<Address[]> {
  return db
    .selectFrom('addresses')
    .select(['id as _id', 'ship_to as shipTo', 'is_default as isDefault'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

/** Adds an address of somebody whose row is locked; returns its id. */
export async function insertAddress(
  transaction: Queryable,
  owner: Own,
  { shipTo, isDefault = false }: NewAddress,
): Promise<string> {
  const id = newId();
  if (isDefault) await clearDefault(transaction, owner);
  await transaction
    .insertInto('addresses')
    .values({ id, user_id: owner.userId, ship_to: JSON.stringify(shipTo), is_default: isDefault })
    .execute();
  return id;
}

/** Changes an address of somebody whose row is locked. Throws 404. */
export async function updateAddress(
  transaction: Queryable,
  id: string,
  owner: Own,
  { shipTo, isDefault }: AddressChange,
): Promise<void> {
  if (!isId(id)) throw notFound('ship_to');
  if (isDefault) await clearDefault(transaction, owner);
  const { numUpdatedRows } = await transaction
    .updateTable('addresses')
    .set({
      ...(shipTo && { ship_to: JSON.stringify(shipTo) }),
      ...(isDefault !== undefined && { is_default: isDefault }),
    })
    .where('id', '=', id)
    .where('user_id', '=', owner.userId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw notFound('ship_to');
}

/** Deletes an address of somebody whose row is locked. Returns the number of deleted addresses. */
export async function deleteAddress(transaction: Queryable, id: string, { userId }: Own): Promise<number> {
  if (!isId(id)) return 0;
  const { numDeletedRows } = await transaction
    .deleteFrom('addresses')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

async function clearDefault(transaction: Queryable, { userId }: Own): Promise<void> {
  await transaction
    .updateTable('addresses')
    .set({ is_default: false })
    .where('user_id', '=', userId)
    .where('is_default', '=', true)
    .execute();
}
