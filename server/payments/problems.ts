import { sql } from 'kysely';
import type { FailureKind, PaymentProblem, ProviderCall } from '#contract/payments/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import type { Said } from './failure.ts';

/** Failures of one kind of one call at the provider, and what it said at the last of them. */
export interface NewProblem {
  operation: ProviderCall;
  kind: FailureKind;
  said: Said;
  times: number;
  firstAt: Date;
  lastAt: Date;
}

/** Keeps failures for admins. There is one row a call and kind, however many there are. */
export async function addPaymentProblem(db: Queryable, problem: NewProblem): Promise<void> {
  const { operation, kind, times, firstAt, lastAt, said } = problem;
  await sql`
    insert into payment_problems
      (operation, kind, times, first_at, last_at, status, type, code, message, request_id)
    values (${operation}, ${kind}, ${times}, ${firstAt}, ${lastAt}, ${said.status ?? null}, ${said.type ?? null},
      ${said.code ?? null}, ${said.message}, ${said.requestId ?? null})
    on conflict (operation, kind) do update set
      times = payment_problems.times + excluded.times,
      first_at = least(payment_problems.first_at, excluded.first_at),
      last_at = greatest(payment_problems.last_at, excluded.last_at),
      status = excluded.status, type = excluded.type, code = excluded.code, message = excluded.message,
      request_id = excluded.request_id`.execute(db);
}

/** All kinds of problems of the last 90 days, the latest first. There are as many as calls times kinds at most. */
export async function listPaymentProblems(db: Queryable): Promise<PaymentProblem[]> {
  const rows = await db.selectFrom('payment_problems').selectAll().orderBy('last_at', 'desc').execute();
  return rows.map((row) => ({
    operation: row.operation,
    kind: row.kind,
    times: row.times,
    firstAt: row.first_at.toISOString(),
    lastAt: row.last_at.toISOString(),
    status: row.status ?? undefined,
    type: row.type ?? undefined,
    code: row.code ?? undefined,
    message: row.message,
    requestId: row.request_id ?? undefined,
  }));
}

/** Deletes what was not seen for 90 days. */
export async function forgetPaymentProblems(db: Queryable): Promise<void> {
  await sql`delete from payment_problems where last_at < now() - interval '90 days'`.execute(db);
}
