/** The ways in which this machine names itself, to itself alone (RFC 5735, RFC 4291, RFC 6761). */

/** Addresses as sockets state them; the last is IPv4 on a socket for IPv6. */
const ADDRESSES = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
/** Hosts as a URL states them. */
const HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a socket's address is the loopback address. */
export function isLoopbackAddress(address: string | undefined): boolean {
  return address !== undefined && ADDRESSES.has(address);
}

/** Whether the `hostname` of a URL is a name of the loopback address. */
export function isLoopbackHost(hostname: string): boolean {
  return HOSTS.has(hostname);
}
