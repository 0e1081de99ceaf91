import type { addressBookCalls } from '#contract/address-book/calls.ts';
import { MOST_ADDRESS_BYTES, MOST_ADDRESSES } from '#contract/address-book/schema.ts';
import { hasRight } from '#contract/companies/rights.ts';
import { lookAtAddresses, NO_RULES } from '#contract/companies/rules.ts';
import { fieldError } from '#contract/kernel/field-message.ts';
import { isForCompany, type Own } from '#contract/kernel/reach.ts';
import { lockBuyer } from '../accounts/queries.ts';
import type { Database, Queryable } from '../ground/database/client.ts';
import { transact } from '../ground/database/transact.ts';
import { actingFor } from '../ground/handling/acting-for.ts';
import type { HandlersOf } from '../ground/handling/handler.ts';
import { forbidden, invalidInput, Problem } from '../ground/handling/problem.ts';
import { explainRefused } from '../ground/handling/refused-change.ts';
import { attemptOf, once } from '../ground/idempotency/idempotency.ts';
import { deleteAddress, insertAddress, listAddresses, readRuled, updateAddress } from './queries.ts';

export type AddressBookCalls = keyof typeof addressBookCalls;

export function addressBookHandlers({ db }: Database): HandlersOf<AddressBookCalls> {
  return {
    listAddresses: ({ query, reach, can }) => listAddresses(db, actingFor(reach, can, query.buyerId)),

    async addAddress({ body, caller, reach, idempotencyKey }) {
      const attempt = attemptOf(caller.userId, 'addAddress', idempotencyKey, body);
      return withinBounds(
        once(db, attempt, async (transaction) => {
          await lockBook(transaction, reach);
          return { insertedId: await insertAddress(transaction, reach, body) };
        }),
      );
    },

    async changeAddress({ params, body, reach }) {
      await withinBounds(
        transact(db, async (transaction) => {
          await lockBook(transaction, reach);
          await updateAddress(transaction, params.id, reach, body);
        }),
      );
      return { modifiedCount: 1 };
    },

    async removeAddress({ params, reach }) {
      const deletedCount = await transact(db, async (transaction) => {
        await lockBook(transaction, reach);
        return deleteAddress(transaction, params.id, reach);
      });
      return { deletedCount };
    },
  };
}

/** Locks the buyer whose address book changes. Throws 403 where the company has rules about addresses, and who asks does not set them. */
async function lockBook(transaction: Queryable, owner: Own): Promise<void> {
  await lockBuyer(transaction, owner);
  if (!isForCompany(owner)) return;
  const { roles, rules } = await readRuled(transaction, owner);
  if (rules && lookAtAddresses({ ...NO_RULES, ...rules }) && !hasRight(roles ?? [], 'members.manage'))
    throw forbidden('right_missing');
}

/** Waits for a change of an address book. Throws 409 when a CHECK of what it comes to has refused it. */
const withinBounds = <T>(change: Promise<T>) =>
  explainRefused(change, {
    buyers_addresses_bound: () => new Problem('addresses_full', { what: 'addresses', most: MOST_ADDRESSES }),
    addresses_use: () => invalidInput([fieldError('isDefault', 'default_ships')]),
    buyers_address_bytes_bound: () =>
      new Problem('addresses_full', { what: 'bytes', most: MOST_ADDRESS_BYTES }),
  });
