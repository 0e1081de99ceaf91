import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type pg from 'pg';
import type { PurchaseTerms } from '../../purchases/request.ts';

/** What the thread is given: the database, what its connections say, and the shop's terms. */
export interface HistoryData {
  connection: string | pg.PoolConfig;
  settings: Record<string, string>;
  terms: PurchaseTerms;
}

/**
 * Fills an empty sandbox with the demo and ninety days of its business, once; returns whether it did. All of it is one transaction, in
 * a thread of its own, whose clock is the history's. Throws what it failed with; nothing is written then.
 */
export async function seedHistory(data: HistoryData): Promise<boolean> {
  const thread = new Worker(new URL('./worker.ts', import.meta.url), { workerData: data });
  // Rejects where the thread emits an error.
  const [isFilled] = await once(thread, 'message');
  return isFilled as boolean;
}
