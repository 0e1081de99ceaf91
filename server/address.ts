import { lookup } from 'node:dns/promises';
import { isIP, isIPv6 } from 'node:net';
import { EnvError } from './ground/env/variables.ts';
import { isLoopbackAddress } from './ground/loopback.ts';
import { tryPort } from './ground/ports.ts';

/** Where a server listens, and how it is reached without a proxy. */
export interface Address {
  /** An IP address to listen on. */
  host: string;
  port: number;
  /** An IP address of this machine at which it is reached. */
  reachedAt: string;
  /** The same as an origin, for requests of the server to itself. */
  ownOrigin: string;
  /** Origins under which people on this machine, or those who know its name, open it: the one to show first. */
  origins: string[];
}

/** What stands for all addresses of a machine: there is always this one. */
const ALL = ['0.0.0.0', '::'];

/**
 * Finds where to listen: at one address of a name that has several. Fastify would open further servers for the others,
 * without the limits and shortcuts of the first.
 * @param port 0 picks a free one
 * @throws EnvError when this machine has no such address, or the port cannot be used
 */
export async function findAddress(name: string, port: number): Promise<Address> {
  const notOurs = new EnvError(`HOST ${name} is not an address of this machine`);
  const { address: host } = await lookup(name, { order: 'ipv4first' }).catch(() => {
    throw notOurs;
  });
  const usable = await tryPort(host, port).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE')
      throw new EnvError(`PORT ${port} is in use. Choose another: PORT=${port + 1} npm start`);
    if (error.code === 'EACCES')
      throw new EnvError(`PORT ${port} may not be used by this user. Choose one above 1023`);
    throw error.code === 'EADDRNOTAVAIL' ? notOurs : error;
  });
  const reachedAt = ALL.includes(host) ? '127.0.0.1' : host;
  // As browsers write it: without port 80.
  const originOf = (hostname: string) => new URL(`http://${hostname}:${usable}`).origin;
  const ownOrigin = originOf(isIPv6(reachedAt) ? `[${reachedAt}]` : reachedAt);
  const names = [...(isIP(name) ? [] : [name]), ...(isLoopbackAddress(reachedAt) ? ['localhost'] : [])];
  const origins = [...new Set([...names.map(originOf), ownOrigin])];
  return { host, port: usable, reachedAt, ownOrigin, origins };
}
