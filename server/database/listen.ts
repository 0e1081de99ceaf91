import type pg from 'pg';

const RECONNECT_AFTER_MS = 500;

/** A LISTEN on one channel that outlives broken connections. */
export interface Listener {
  close(): Promise<void>;
}

/**
 * Listens on a PostgreSQL channel. `onGap` is called after every (re)connection, as messages may have been missed
 * before it. The connection is taken from the pool and kept.
 */
export function listen(
  pool: pg.Pool,
  channel: string,
  onMessage: (payload: string) => void,
  onGap: () => void,
): Listener {
  let client: pg.PoolClient | undefined;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;

  async function connect(): Promise<void> {
    try {
      const connection = await pool.connect();
      if (closed) return connection.release();
      client = connection;
      connection.on('notification', ({ payload }) => onMessage(payload ?? ''));
      connection.once('error', () => {
        drop();
        retryLater();
      });
      await connection.query(`listen ${channel}`);
      onGap();
    } catch {
      drop();
      retryLater();
    }
  }

  /** Gives the connection up, once: its error and a failing query may both ask for it. */
  function drop(): void {
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
