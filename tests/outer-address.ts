import { networkInterfaces } from 'node:os';

/** Returns an IPv4 address of this machine other than loopback, or undefined without one. */
export function findOuterAddress(): string | undefined {
  return Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal)?.address;
}
