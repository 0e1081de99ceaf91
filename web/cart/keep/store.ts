/** Where carts are kept in this browser: IndexedDB, or the memory of this page where there is none. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { type KeptCart, noCart } from './kept-cart.ts';

export interface Store {
  /** Changes carts in one transaction, and returns them. `by` may be called again. */
  change(owners: readonly string[], by: (carts: KeptCart[]) => KeptCart[]): Promise<KeptCart[]>;
  owners(): Promise<string[]>;
  remove(owner: string): Promise<void>;
}

interface Schema extends DBSchema {
  carts: { key: string; value: KeptCart };
}

/** How often something is tried on a new connection: a browser drops one when it is short of memory. */
const TRIES = 3;

type Database = IDBPDatabase<Schema>;

export function openStore(): Store {
  return globalThis.indexedDB ? inDatabase() : inMemory();
}

function inDatabase(): Store {
  let opened: Promise<Database> | undefined;

  function open(): Promise<Database> {
    const forget = () => {
      opened = undefined;
    };
    opened ??= openDB<Schema>('cart', 1, {
      upgrade(database) {
        database.createObjectStore('carts', { keyPath: 'owner' });
      },
      // A newer page waits in another tab.
      blocking(_current, _blocked, event) {
        (event.target as IDBDatabase).close();
        forget();
      },
      terminated: forget,
    });
    opened.catch(forget);
    return opened;
  }

  async function attempt<T>(work: (database: Database) => Promise<T>, tries = TRIES): Promise<T> {
    try {
      return await work(await open());
    } catch (error) {
      if (tries <= 1) throw error;
      opened?.then((database) => database.close()).catch(() => {});
      opened = undefined;
      return attempt(work, tries - 1);
    }
  }

  return {
    change: (owners, by) =>
      attempt(async (database) => {
        const transaction = database.transaction('carts', 'readwrite');
        const before = await Promise.all(
          owners.map(async (owner) => (await transaction.store.get(owner)) ?? noCart(owner)),
        );
        const after = by(before);
        const changed = after.filter((cart, n) => cart !== before[n]);
        await Promise.all([
          ...changed.map((cart) => transaction.store.put({ ...cart, at: Date.now() })),
          transaction.done,
        ]);
        return after;
      }),
    owners: () => attempt((database) => database.getAllKeys('carts')),
    remove: (owner) => attempt((database) => database.delete('carts', owner)),
  };
}

/** Some browsers have no database in a private window. */
export function inMemory(): Store {
  const carts = new Map<string, KeptCart>();
  return {
    async change(owners, by) {
      const after = by(owners.map((owner) => carts.get(owner) ?? noCart(owner)));
      for (const cart of after) carts.set(cart.owner, { ...cart, at: Date.now() });
      return after;
    },
    owners: async () => [...carts.keys()],
    async remove(owner) {
      carts.delete(owner);
    },
  };
}
