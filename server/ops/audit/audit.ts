import { sql } from 'kysely';
import type { Queryable } from '../../ground/database/client.ts';
import { modules } from '../../modules.ts';
import { auditStock, type StockAudit } from '../../purchases/audit.ts';

export interface Audit {
  stock: StockAudit[];
  /** Everything that should not be, one sentence each. Empty when all is well. */
  faults: string[];
}

/** Checks, in one snapshot of the database, what each module says must hold at every moment. */
export async function audit(db: Queryable): Promise<Audit> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      // All of each table is what it reads, however long that takes.
      await sql`set local enable_seqscan = on; set local statement_timeout = 0`.execute(snapshot);
      const faults: string[] = [];
      for (const module of modules) faults.push(...((await module.audit?.(snapshot)) ?? []));
      return { stock: await auditStock(snapshot), faults };
    });
}
