import { Connection } from './connection.ts';

/** The result of a load. Times per request in milliseconds, without refusals (503), which are quick. */
export interface LoadResult {
  answers: number;
  perSecond: number;
  p50: number;
  p99: number;
  /** Responses by status. */
  statuses: Record<number, number>;
  /** Connections that ended before their response. */
  broken: number;
  /** Requests that could not be sent on time, because all connections were waiting for responses. */
  unsent: number;
}

export interface Load {
  origin: string;
  seconds: number;
  /** The bytes of the next request. */
  next: () => Buffer;
  connections: number;
}

/** Keeps `connections` connections busy: each sends the next request after the previous response. */
export async function load({ origin, connections, seconds, next }: Load): Promise<LoadResult> {
  const tally = new Tally();
  const end = tally.begun + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      let connection: Connection | undefined;
      while (performance.now() < end) {
        try {
          if (!connection?.isOpen) connection = await Connection.open(origin);
          const sent = performance.now();
          tally.add(await connection.ask(next()), sent);
        } catch {
          tally.broken += 1;
        }
      }
      connection?.close();
    }),
  );
  return tally.result();
}

/**
 * Sends requests at a fixed rate, whether earlier ones are answered or not (open loop), over as few connections as
 * possible. Times count from when a request was due.
 */
export async function loadAt(
  perSecond: number,
  { origin, connections, seconds, next }: Load,
): Promise<LoadResult> {
  const tally = new Tally();
  const idle: Connection[] = [];
  const asked = new Set<Promise<void>>();
  let open = 0;

  async function ask(due: number): Promise<void> {
    let connection = idle.pop();
    try {
      if (!connection) {
        open += 1;
        connection = await Connection.open(origin);
      }
      tally.add(await connection.ask(next()), due);
    } catch {
      tally.broken += 1;
    }
    if (connection?.isOpen) idle.push(connection);
    else open -= 1;
  }

  let sent = 0;
  while (sent < seconds * perSecond) {
    const due = Math.min(seconds * perSecond, ((performance.now() - tally.begun) / 1000) * perSecond);
    for (; sent < due; sent += 1) {
      if (idle.length === 0 && open >= connections) {
        tally.unsent += 1;
        continue;
      }
      const asking = ask(tally.begun + (sent / perSecond) * 1000).finally(() => asked.delete(asking));
      asked.add(asking);
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(asked);
  for (const connection of idle) connection.close();
  return tally.result();
}

class Tally {
  readonly begun = performance.now();
  answers = 0;
  broken = 0;
  unsent = 0;
  readonly #statuses: Record<number, number> = {};
  readonly #times: number[] = [];

  add(status: number, since: number): void {
    this.answers += 1;
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
    if (status !== 503) this.#times.push(performance.now() - since);
  }

  result(): LoadResult {
    const took = (performance.now() - this.begun) / 1000;
    const times = this.#times.sort((a, b) => a - b);
    return {
      answers: this.answers,
      perSecond: this.answers / took,
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
      statuses: this.#statuses,
      broken: this.broken,
      unsent: this.unsent,
    };
  }
}

/** Returns a quantile of sorted values. */
export function quantile(sorted: number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
