import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { webhookFault } from './faults.ts';
import type { Database } from './store.ts';

/** The timeout of a delivery, and how long its process claims it. */
const TIMEOUT_MS = 8_000;
const CLAIM_SECONDS = 10;
/** As at Stripe. */
const GIVE_UP = '3 days';
const AT_ONCE = 8;
/** Interval at which a process looks for events of ended processes. */
const SWEEP_MS = 10_000;

/** Queues the delivery of an event, in the transaction that wrote it; an injected fault may change it. */
export async function enqueue(db: Database, event: string, type: string): Promise<void> {
  const { rowCount } = await db.query({
    name: 'sandbox_stripe_enqueue',
    text: `insert into sandbox_stripe.deliveries (event) select $1 where not exists (
             select from sandbox_stripe.faults where remaining > 0 and fault->>'event' in ($2, '*'))`,
    values: [event, type],
  });
  if (rowCount === 1) return;
  const fault = await webhookFault(db, type);
  if (fault?.effect === 'lose') return;
  const copies = fault?.effect === 'duplicate' ? 2 : 1;
  const held = fault?.effect === 'hold' || (fault?.effect === 'reorder' && fault.remaining > 0);
  for (let copy = 0; copy < copies; copy += 1) {
    const { rows } = await db.query<{ id: string }>(
      `insert into sandbox_stripe.deliveries (event, next_at, held, fault)
       values ($1, clock_timestamp() + $2 * interval '1 millisecond', $3, $4) returning id`,
      [event, fault?.effect === 'delay' ? fault.ms : 0, held, fault?.id ?? null],
    );
    if (fault?.effect === 'reorder') {
      // The previous event waits for this one, which reverses their order.
      await db.query(
        `update sandbox_stripe.deliveries set held = false, after = $1
         where fault = $2 and id <> $1 and after is null and done_at is null`,
        [rows[0]!.id, fault.id],
      );
    }
  }
}

/** `Stripe-Signature`: https://docs.stripe.com/webhooks#verify-manually */
export function sign(payload: string, secret: string, at = Math.floor(Date.now() / 1000)): string {
  const signature = createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex');
  return `t=${at},v1=${signature}`;
}

export interface DeliveryOptions {
  pool: pg.Pool;
  webhookSecret: string;
  webhookUrl: () => string | undefined;
  /** Runs one due step (later.ts); returns whether there was one. */
  takeStep: () => Promise<boolean>;
  log?: { warn(o: object, m?: string): void };
}

interface Due {
  id: string;
  attempts: number;
  event: string;
  payload: string;
}

/**
 * Delivers events at least once. Each process delivers its own events right after the commit
 * (`wake`), retries failures with back-off, and finds events of ended processes by a
 * sweep. Claims live in the row, so no transaction stays open during a delivery.
 */
export function startDeliveries({ pool, webhookSecret, webhookUrl, takeStep, log }: DeliveryOptions) {
  const stop = new AbortController();
  const under = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> | undefined;
  let running = false;
  let again = false;

  async function claim(limit: number): Promise<Due[]> {
    const { rows } = await pool.query<Due>({
      name: 'sandbox_stripe_claim',
      text: `with due as (
        select id from sandbox_stripe.deliveries d
        where done_at is null and next_at <= clock_timestamp() and not held
          and (claimed_until is null or claimed_until < clock_timestamp())
          and (after is null or exists (
            select from sandbox_stripe.deliveries p where p.id = d.after and p.done_at is not null))
        order by next_at, id limit $1 for update skip locked
      )
      update sandbox_stripe.deliveries d
      set attempts = attempts + 1, claimed_until = clock_timestamp() + $2 * interval '1 second'
      from due, sandbox_stripe.objects o
      where d.id = due.id and o.id = d.event
      returning d.id, d.attempts, d.event, o.body::text as payload`,
      values: [limit, CLAIM_SECONDS],
    });
    return rows.sort((a, b) => Number(a.id) - Number(b.id));
  }

  async function post(url: string, due: Due): Promise<string> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'stripe-signature': sign(due.payload, webhookSecret),
        },
        body: due.payload,
        redirect: 'manual',
        signal: AbortSignal.any([stop.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      await response.arrayBuffer();
      return String(response.status);
    } catch (error) {
      return error instanceof Error
        ? ((error.cause as Error | undefined)?.message ?? error.message)
        : 'failed';
    }
  }

  async function deliver(url: string, due: Due): Promise<void> {
    const outcome = await post(url, due);
    if (stop.signal.aborted && !/^2\d\d$/.test(outcome)) {
      // This process is stopping: the next one delivers the event at once.
      await pool.query('update sandbox_stripe.deliveries set claimed_until = null where id = $1', [due.id]);
      return;
    }
    if (/^2\d\d$/.test(outcome)) {
      await pool.query(
        'update sandbox_stripe.deliveries set done_at = clock_timestamp(), outcome = $2, claimed_until = null where id = $1',
        [due.id, outcome],
      );
      return;
    }
    log?.warn(
      { event: due.event, attempt: due.attempts, outcome },
      'webhook not accepted, trying again later',
    );
    await pool.query(
      `update sandbox_stripe.deliveries set outcome = $2, claimed_until = null,
         next_at = clock_timestamp() + $3 * interval '1 second',
         done_at = case when created < now() - interval '${GIVE_UP}' then clock_timestamp() end
       where id = $1`,
      [due.id, outcome, backOff(due.attempts)],
    );
  }

  /** Runs all due steps and deliveries, then schedules the next round. */
  async function round(): Promise<void> {
    while (await takeStep()) {
      // One after the other, each in its own transaction.
    }
    const url = webhookUrl();
    while (url !== undefined && under.size < AT_ONCE && !stop.signal.aborted) {
      const due = await claim(AT_ONCE - under.size);
      if (due.length === 0) break;
      for (const one of due) {
        const delivery: Promise<void> = deliver(url, one)
          .catch((error: unknown) => log?.warn({ err: error }, 'webhook delivery not recorded'))
          .finally(() => {
            under.delete(delivery);
            if (under.size <= AT_ONCE / 2) look();
          });
        under.add(delivery);
      }
    }
    const wait = await untilNext();
    // A minimum, so that due deliveries which cannot start (no slot, no endpoint, a claim) do not cause a busy loop.
    schedule(Math.min(Math.max(wait, url === undefined ? 1_000 : 50), SWEEP_MS));
  }

  /** Runs rounds until none was requested during the last one. */
  async function rounds(): Promise<void> {
    running = true;
    try {
      while (again && !stop.signal.aborted) {
        again = false;
        await round();
      }
    } catch (error) {
      log?.warn({ err: error }, 'webhooks not looked up');
      schedule(1_000);
    } finally {
      running = false;
    }
  }

  function look(): void {
    again = true;
    if (!running) current = rounds();
  }

  /** Returns the milliseconds until the next delivery or step is due. */
  async function untilNext(): Promise<number> {
    const { rows } = await pool.query<{ wait: number | null }>({
      name: 'sandbox_stripe_next',
      text: `select (extract(epoch from min(at) - clock_timestamp()) * 1000)::float8 as wait from (
               select min(greatest(next_at, claimed_until)) as at
               from sandbox_stripe.deliveries where done_at is null and not held
               union all select min(at) from sandbox_stripe.later) as times`,
    });
    return rows[0]?.wait ?? SWEEP_MS;
  }

  function schedule(ms: number): void {
    clearTimeout(timer);
    if (stop.signal.aborted) return;
    timer = setTimeout(look, ms);
    timer.unref();
  }

  return {
    /** Delivers committed events now. */
    wake: look,
    /** Aborts running deliveries, which count as not made, and starts no more. */
    async close(): Promise<void> {
      stop.abort();
      clearTimeout(timer);
      await current;
      await Promise.allSettled(under);
    },
  };
}

/** Returns 0.5, 1, 2, 4, ... seconds, at most five minutes. */
function backOff(attempts: number): number {
  return Math.min(2 ** (attempts - 2), 300);
}
