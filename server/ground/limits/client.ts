import { isIP } from 'node:net';
import type { Bound } from './shares.ts';

/** Addresses that are counted together, and the part of an attempt that one from them counts as. */
export interface Network {
  name: string;
  part: number;
}

/**
 * Returns the client whose attempts are counted together: an IPv4 address, or the /64 of an IPv6 address, which is what one
 * subscriber gets and can vary at will. An IPv4 address written as IPv6 (`::ffff:192.0.2.1`) is the IPv4 address. Everything
 * that a proxy forwards and is no address is one client: it may have any length, and change each time.
 */
export function clientOf(ip: string): string {
  return networksOf(ip)[0].name;
}

/** Returns the widest network of a client: what a subscriber with many addresses has of them at most. */
export function widestOf(ip: string): string {
  return networksOf(ip).at(-1)!.name;
}

/**
 * Returns a client and the networks around it, the narrowest first. Subscribers have a /64, a /56 or a /48 of IPv6: all 65,536
 * clients of a /48 together may do what 16 may, and the 256 of a /56 what four may.
 */
export function networksOf(ip: string): [Network, ...Network[]] {
  const version = isIP(ip);
  if (version === 0) return [{ name: 'unknown', part: 1 }];
  if (version === 4) return [{ name: ip, part: 1 }];
  const [address = ''] = ip.toLowerCase().split('%');
  const last = address.lastIndexOf(':');
  const mapped = address.slice(last + 1);
  if (isIP(mapped) === 4 && address.slice(0, last).replace(/[0:]/g, '') === 'ffff')
    return [{ name: mapped, part: 1 }];
  const [head = '', tail] = address.split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const zeros: string[] =
    tail === undefined ? [] : Array(Math.max(0, 8 - left.length - right.length)).fill('0');
  const [a, b, c, d = 0] = [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16));
  const named = (fourth: number, bits: number) =>
    `${[a, b, c, fourth].map((group) => (group ?? 0).toString(16)).join(':')}::/${bits}`;
  return [
    { name: named(d, 64), part: 1 },
    { name: named(d & 0xff00, 56), part: 1 / 4 },
    { name: named(0, 48), part: 1 / 16 },
  ];
}

/**
 * Returns how much of something each network may have at once of which a client may have `most`: as much as its clients count for, but
 * at most half of the `total` that there is for all, or what one client may.
 */
export function boundsOf(
  networks: readonly Network[],
  most: number,
  total = Number.POSITIVE_INFINITY,
): Bound[] {
  return networks.map(({ name, part }) => ({
    key: name,
    most: Math.max(most, Math.min(most / part, Math.floor(total / 2))),
  }));
}
