import type { Worker } from 'node:cluster';

/** A message of node:cluster that carries a new connection. */
interface NewConnection {
  act: 'newconn';
  seq: number;
}

interface Connection {
  close(): void;
}

/**
 * Closes the connection that a process was just given when it ends before it has taken it. Node gives each process one at a time, and
 * keeps one that is never taken open for ever, with a client that waits for its answer.
 */
export function closeUntaken({ process: child }: Worker): void {
  let untaken: { seq: number; connection: Connection } | undefined;
  const send = child.send.bind(child) as (message: object, ...rest: unknown[]) => boolean;
  child.send = (message: object, ...rest: unknown[]) => {
    const { act, seq } = message as NewConnection;
    if (act === 'newconn') untaken = { seq, connection: rest[0] as Connection };
    return send(message, ...rest);
  };
  child.on('internalMessage', ({ ack }: { ack?: number }) => {
    if (ack === untaken?.seq) untaken = undefined;
  });
  child.once('exit', () => untaken?.connection.close());
}
