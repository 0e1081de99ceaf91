import type { addressBookCalls } from '#contract/address-book/calls.ts';
import { MOST_ADDRESS_BYTES, MOST_ADDRESSES } from '#contract/address-book/schema.ts';
import { lockBuyer } from '../accounts/queries.ts';
import type { Database } from '../ground/database/client.ts';
import { transact } from '../ground/database/transact.ts';
import { actingFor } from '../ground/handling/acting-for.ts';
import type { HandlersOf } from '../ground/handling/handler.ts';
import { Problem } from '../ground/handling/problem.ts';
import { explainRefused } from '../ground/handling/refused-change.ts';
import { attemptOf, once } from '../ground/idempotency/idempotency.ts';
import { deleteAddress, insertAddress, listAddresses, updateAddress } from './queries.ts';

export type AddressBookCalls = keyof typeof addressBookCalls;

export function addressBookHandlers({ db }: Database): HandlersOf<AddressBookCalls> {
  return {
    listAddresses: ({ query, reach, can }) => listAddresses(db, actingFor(reach, can, query.buyerId)),

    async addAddress({ body, caller, reach, idempotencyKey }) {
      const attempt = attemptOf(caller.userId, 'addAddress', idempotencyKey, body);
      return withinBounds(
        once(db, attempt, async (transaction) => {
          await lockBuyer(transaction, reach);
          return { insertedId: await insertAddress(transaction, reach, body) };
        }),
      );
    },

    async changeAddress({ params, body, reach }) {
      await withinBounds(
        transact(db, async (transaction) => {
          await lockBuyer(transaction, reach);
          await updateAddress(transaction, params.id, reach, body);
        }),
      );
      return { modifiedCount: 1 };
    },

    async removeAddress({ params, reach }) {
      const deletedCount = await transact(db, async (transaction) => {
        await lockBuyer(transaction, reach);
        return deleteAddress(transaction, params.id, reach);
      });
      return { deletedCount };
    },
  };
}

/** Waits for a change of an address book. Throws 409 when a CHECK of what it comes to has refused it. */
const withinBounds = <T>(change: Promise<T>) =>
  explainRefused(change, {
    buyers_addresses_bound: () => new Problem('addresses_full', { what: 'addresses', most: MOST_ADDRESSES }),
    buyers_address_bytes_bound: () =>
      new Problem('addresses_full', { what: 'bytes', most: MOST_ADDRESS_BYTES }),
  });
