import { isIP } from 'node:net';

/**
 * Returns the client whose attempts are counted together: an IPv4 address, or the /64 of an IPv6 address, which is what one
 * subscriber gets and can vary at will. An IPv4 address written as IPv6 (`::ffff:192.0.2.1`) is the IPv4 address. Everything
 * that a proxy forwards and is no address is one client: it may have any length, and change each time.
 */
export function clientOf(ip: string): string {
  const version = isIP(ip);
  if (version === 0) return 'unknown';
  if (version === 4) return ip;
  const [address = ''] = ip.toLowerCase().split('%');
  const last = address.lastIndexOf(':');
  const mapped = address.slice(last + 1);
  if (isIP(mapped) === 4 && address.slice(0, last).replace(/[0:]/g, '') === 'ffff') return mapped;
  const [head = '', tail] = address.split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const zeros: string[] =
    tail === undefined ? [] : Array(Math.max(0, 8 - left.length - right.length)).fill('0');
  return `${[...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
