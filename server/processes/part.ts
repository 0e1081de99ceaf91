import { WIRE_LIMITS, type WireLimits } from '../http/wire.ts';
import { BOUNDS, type Bounds } from '../limits/traffic.ts';
import type { Among } from '../start.ts';

/** Connections to the database of each process: three listen all the time, and heavy calls have two. */
const CONNECTIONS = 6;
const SANDBOX_CONNECTIONS = 2;

/** Returns one process's part of what a process that is alone may have of the machine and of a client's connections. */
export function partOf(
  processes: number,
): { wire: Partial<WireLimits>; bounds: Partial<Bounds> } & Pick<
  Among,
  'connections' | 'sandboxConnections'
> {
  return {
    wire: {
      connectionsOfClient: Math.ceil(WIRE_LIMITS.connectionsOfClient / processes),
      unreadBytes: Math.ceil(WIRE_LIMITS.unreadBytes / processes),
    },
    bounds: { calls: Math.ceil(BOUNDS.calls / processes) },
    connections: CONNECTIONS,
    sandboxConnections: SANDBOX_CONNECTIONS,
  };
}
