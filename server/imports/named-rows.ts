/** Rows that name parts which other rows of the file add: they are wrong when those are not added. */
import { sql } from 'kysely';
import { fieldError } from '#contract/kernel/field-message.ts';
import type { Queryable } from '../ground/database/client.ts';
import type { Draft } from './draft.ts';
import { substitutesOf } from './fields.ts';
import type { Judged } from './judge.ts';
import type { AddedParts } from './known.ts';

interface Namer {
  n: number;
  /** Of a row that adds a part its SKU, in capitals as all are here. */
  adds: string | undefined;
}

/** Keeps which good rows name which parts of the file. */
export class NamedRows {
  readonly #ids: AddedParts;
  readonly #namers = new Map<string, Namer[]>();
  readonly #good = new Set<string>();

  constructor(ids: AddedParts) {
    this.#ids = ids;
  }

  /** Takes a row in. Returns whether it names parts of the file, so that it may turn out to be wrong. */
  add({ row, sku, inFile = [] }: Draft, { action, after }: Judged): boolean {
    const adds = action === 'new' ? sku?.toUpperCase() : undefined;
    if (adds !== undefined) this.#good.add(adds);
    const ids = new Set(substitutesOf(after).map(({ _id }) => _id));
    const names = inFile.filter((name) => ids.has(this.#ids.get(name) ?? ''));
    for (const name of names) {
      const namers = this.#namers.get(name);
      if (namers) namers.push({ n: row, adds });
      else this.#namers.set(name, [{ n: row, adds }]);
    }
    return names.length > 0;
  }

  /** Returns the rows that name parts which are not added, with those. What such a row was to add is not added either. */
  wrong(): (Namer & { names: string[] })[] {
    const wrong = new Map<number, Namer & { names: string[] }>();
    const lost = [...this.#namers.keys()].filter((name) => !this.#good.has(name));
    // Grows while it is walked.
    for (const name of lost)
      for (const namer of this.#namers.get(name) ?? []) {
        const known = wrong.get(namer.n);
        if (known) known.names.push(name);
        else {
          wrong.set(namer.n, { ...namer, names: [name] });
          if (namer.adds !== undefined) lost.push(namer.adds);
        }
      }
    return [...wrong.values()];
  }
}

/** Rows in one statement. */
const ROWS = 1000;

/** Makes errors of the rows that name parts which are not added. */
export async function refuseWrong(
  transaction: Queryable,
  id: string,
  named: NamedRows,
  column: string | undefined,
): Promise<void> {
  const wrong = named.wrong();
  for (let start = 0; start < wrong.length; start += ROWS) {
    const page = wrong.slice(start, start + ROWS).map(({ n, names }) => ({
      n,
      errors: names.map((part) => ({
        ...(column !== undefined && { column }),
        ...fieldError('substitutes', 'import_part_not_added', { part }),
      })),
    }));
    await sql`
      update import_rows set action = 'error', errors = wrong.errors, before = null, after = null, added = null,
        stock = null,
        product_id = case import_rows.action when 'new' then null else import_rows.product_id end
      from jsonb_populate_recordset(null::import_rows, ${JSON.stringify(page)}::jsonb) as wrong
      where import_rows.import_id = ${id} and import_rows.n = wrong.n`.execute(transaction);
  }
  const added = wrong.filter(({ adds }) => adds !== undefined).length;
  await transaction
    .updateTable('imports')
    .set((eb) => ({
      new_rows: eb('new_rows', '-', added),
      changed_rows: eb('changed_rows', '-', wrong.length - added),
      error_rows: eb('error_rows', '+', wrong.length),
    }))
    .where('id', '=', id)
    .execute();
}
