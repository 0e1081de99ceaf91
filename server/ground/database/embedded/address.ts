import { rmSync } from 'node:fs';
import { findFreePort } from '../../ports.ts';
import { type Account, isPrivateFolder, makePrivateFolder } from './account.ts';

/** The port is part of the socket's name; each socket has a folder of its own, so it never clashes. */
const SOCKET_PORT = 5432;
/** A socket's path has at most 103 bytes on macOS, 107 on Linux. */
const LONGEST_SOCKET_FOLDER = 103 - '/.s.PGSQL.5432'.length;

/** Where PostgreSQL listens: a socket in a folder, or a port of 127.0.0.1. */
export type Address = { socketFolder: string; port: number } | { socketFolder?: undefined; port: number };

/** An address where nobody listens: a socket in a new folder, or a port where sockets are not wanted or not to be had. */
export async function freeAddress(transport: 'socket' | 'tcp', account: Account): Promise<Address> {
  if (transport === 'socket' && process.platform !== 'win32') {
    const socketFolder = makePrivateFolder(account, LONGEST_SOCKET_FOLDER);
    if (socketFolder !== undefined) return { socketFolder, port: SOCKET_PORT };
  }
  return { port: await findFreePort() };
}

/** Removes the folder of an address's socket, if it has one. */
export function removeSocketFolder(address: Address | undefined, account: Account): void {
  const folder = address?.socketFolder;
  if (folder !== undefined && isPrivateFolder(folder, account))
    rmSync(folder, { recursive: true, force: true });
}
