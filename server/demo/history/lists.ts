import type { Own } from '#contract/kernel/reach.ts';
import { LINE_FIELDS } from '#contract/matching/fields.ts';
import type { Queryable } from '../../ground/database/client.ts';
import { newId } from '../../ground/database/uuid.ts';
import { countLines, writeLines } from '../../lists/change.ts';
import { insertList } from '../../lists/queries.ts';

const LISTS: readonly { name: string; lines: readonly (readonly [sku: string, quantity: number])[] }[] = [
  {
    name: 'Workstation, 2027 build',
    lines: [
      ['CPU-C8-47', 100],
      ['MBD-Z790W', 100],
      ['D5U-5600-32', 200],
      ['SSD-M2-2T', 100],
      ['PSU-ATX-850G', 100],
      ['COL-T6-120', 100],
    ],
  },
  {
    name: 'Spares for the storage racks',
    lines: [
      ['HDD-35-20T', 200],
      ['SSD-U2-7T6', 100],
      ['FAN-120-PWM', 500],
    ],
  },
];

/** Saves lists of parts for somebody. */
export async function saveLists(db: Queryable, owner: Own): Promise<void> {
  const parts = await db.selectFrom('products').select(['id', 'sku']).execute();
  const ids = new Map(parts.map(({ id, sku }) => [sku, id]));
  for (const { name, lines } of LISTS)
    await db.transaction().execute(async (transaction) => {
      const listId = await insertList(transaction, owner, name, null);
      const written = lines.map(([sku, quantity], position) => ({
        line: { _id: newId(), position, productId: ids.get(sku), quantity },
        changed: LINE_FIELDS,
      }));
      await writeLines(transaction, listId, written);
      await countLines(transaction, listId);
    });
}
