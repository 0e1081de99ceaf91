import type pg from 'pg';
import { answerWithin } from './connection.ts';

const RECONNECT_AFTER_MS = 500;
/** Nothing else is sent on the connection: by a question it is noticed that the other side is gone. */
const ASK_EVERY_MS = 10_000;

/** A LISTEN on one channel that outlives broken connections. */
export interface Listener {
  close(): Promise<void>;
}

/**
 * Listens on a PostgreSQL channel. `onGap` is called after every (re)connection, as messages may have been missed
 * before it. The connection is taken from the pool and kept.
 * @param askEveryMs milliseconds between two looks whether the database still answers on it, and within which it has to
 */
export function listen(
  pool: pg.Pool,
  channel: string,
  onMessage: (payload: string) => void,
  onGap: () => void,
  askEveryMs = ASK_EVERY_MS,
): Listener {
  let client: pg.PoolClient | undefined;
  let retry: NodeJS.Timeout | undefined;
  let asking: NodeJS.Timeout | undefined;
  let closed = false;

  async function connect(): Promise<void> {
    try {
      const connection = await pool.connect();
      if (closed) return connection.release();
      client = connection;
      answerWithin(connection, askEveryMs);
      connection.on('notification', ({ payload }) => onMessage(payload ?? ''));
      connection.once('error', lose);
      await connection.query(`listen ${channel}`);
      onGap();
      askAgain(connection);
    } catch {
      lose();
    }
  }

  function askAgain(connection: pg.PoolClient): void {
    if (client !== connection) return;
    const ask = () => connection.query('select 1').then(() => askAgain(connection), lose);
    asking = setTimeout(ask, askEveryMs).unref();
  }

  function lose(): void {
    drop();
    retryLater();
  }

  /** Gives the connection up, once: its error and a failing query may both ask for it. */
  function drop(): void {
    clearTimeout(asking);
    client?.release(true);
    client = undefined;
  }

  function retryLater(): void {
    if (closed) return;
    clearTimeout(retry);
    retry = setTimeout(connect, RECONNECT_AFTER_MS);
    retry.unref();
  }

  const connecting = connect();
  return {
    async close() {
      closed = true;
      clearTimeout(retry);
      await connecting;
      client?.removeAllListeners('notification');
      drop();
    },
  };
}
