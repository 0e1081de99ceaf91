/** The columns by which others learn of a change of a product: every statement that changes one sets these. */
import { type RawBuilder, sql } from 'kysely';

/** Set by every change of a row, for the memory of the catalogue in each process. */
export const revised = { revision: sql<number>`products.revision + 1`, changed_at: sql<Date>`now()` };

/** Set by a change of what an admin's form has, too: whoever has read it before is refused (the `revision` of the contract). */
export const edited = { ...revised, edition: sql<number>`products.edition + 1` };

/** Returns columns with their new values for the `set` of an update. */
export function assignments(columns: Readonly<Record<string, RawBuilder<unknown>>>) {
  return sql.join(Object.entries(columns).map(([name, value]) => sql`${sql.id(name)} = ${value}`));
}
