import bwipjs from 'bwip-js/node';
import { sql } from 'kysely';
import type { Label } from '#contract/stock/schema.ts';
import type { Queryable } from '../ground/database/client.ts';

/** Returns what stands on the labels of products on sale, in the order of their ids. */
export async function readLabels(db: Queryable, ids: readonly string[]): Promise<Label[]> {
  const { rows } = await sql<{
    id: string;
    sku: string;
    name: string;
    ean: string | null;
    bin: string | null;
  }>`
    select id, sku, name, ean, bin from products
    where id = any(${ids}::uuid[]) and removed_at is null
    order by array_position(${ids}::uuid[], id)`.execute(db);
  return rows.map(({ id, sku, name, ean, bin }) => {
    const bars = code128(sku);
    return {
      _id: id,
      sku,
      name,
      ...(ean !== null && { ean }),
      ...(bin !== null && { bin }),
      ...(bars && { bars }),
    };
  });
}

/** Returns a text as Code 128: the widths of its bars and spaces in modules. Undefined for letters that it does not have. */
function code128(text: string): number[] | undefined {
  if (!/^[ -~]+$/.test(text)) return undefined;
  const [code] = bwipjs.raw({ bcid: 'code128', text });
  return (code as { sbs: number[] }).sbs;
}
