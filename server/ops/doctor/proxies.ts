import { BlockList, isIPv4 } from 'node:net';
import type { Env } from '../../ground/env.ts';
import { type Finding, notUsed, well, wrong } from './finding.ts';

/** Bits that the largest networks of one's own share: 10.0.0.0/8 and fc00::/7. */
const LEAST_BITS = { 4: 8, 6: 7 };

/** Looks whose X-Forwarded-For is believed. */
export async function lookAtProxies({ trustProxy }: Pick<Env, 'trustProxy'>): Promise<Finding[]> {
  if (!trustProxy)
    return [notUsed('TRUST_PROXY is not set: clients are known by the address they connect from.')];
  const wide = trustProxy.filter((network) => {
    const [address = '', bits] = network.split('/');
    return bits !== undefined && Number(bits) < leastBits(address, Number(bits));
  });
  if (wide.length === 0) return [well('TRUST_PROXY: only proxies say who a client is.')];
  return [
    wrong(
      `TRUST_PROXY: ${wide.join(', ')} is more than proxies: anybody there may say to be anyone, and no limit holds.`,
      'Name the addresses of the proxies in front, such as loopback.',
    ),
  ];
}

/** Bits before the address in an IPv6 address of an IPv4 one: `::ffff:10.0.0.1`. */
const MAPPED_BITS = 96;

function leastBits(address: string, bits: number): number {
  if (isIPv4(address)) return LEAST_BITS[4];
  const network = new BlockList();
  network.addSubnet(address, Math.min(bits, MAPPED_BITS), 'ipv6');
  return network.check('::ffff:0:0', 'ipv6') ? MAPPED_BITS + LEAST_BITS[4] : LEAST_BITS[6];
}
