import { networkInterfaces } from 'node:os';

/** An IPv4 address of this machine in a network, for tests of what other machines may reach; undefined: it is in none. */
export function findOuterAddress(): string | undefined {
  return Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal)?.address;
}
