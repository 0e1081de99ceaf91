import { isIP } from 'node:net';
import type { Variables } from './variables.ts';

/** An address or a name to listen at. One with a zone (`fe80::1%eth0`) stands in no address that a browser opens. */
export function readHost(variables: Variables): string {
  const wanted =
    'an address or a name of this machine, such as 0.0.0.0, without a zone (%): browsers open no address with one';
  return (
    variables.fitting('HOST', (text) => !text.includes('%') && !/[\s/[\]]/.test(text), wanted) ?? '127.0.0.1'
  );
}

/** The origin people use. */
export function readPublicUrl(variables: Variables): string | undefined {
  const text = withoutSlashesAtEnd(variables.get('PUBLIC_URL'));
  if (text === undefined || (/^https?:\/\/[^/@]+$/.test(text) && URL.canParse(text))) return text;
  return variables.wrong('PUBLIC_URL is to be the origin people use, such as https://shop.example.com');
}

export function readWebAddress(variables: Variables, name: string): string | undefined {
  return variables.fitting(
    name,
    (text) => /^https?:\/\/[^/\s]+/.test(text) && URL.canParse(text),
    'an http(s) address, such as https://images.example.com',
  );
}

export function withoutSlashesAtEnd(text: string | undefined): string | undefined {
  return text?.endsWith('/') ? withoutSlashesAtEnd(text.slice(0, -1)) : text;
}

const NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Addresses only: whoever believes every X-Forwarded-For, or counts its hops, believes what a stranger wrote into it. */
export function readProxies(variables: Variables): string[] | undefined {
  const text = variables.fitting(
    'TRUST_PROXY',
    (text) => text === 'off' || split(text).every((one) => NETWORKS.has(one) || isNetwork(one)),
    'the addresses of the proxies in front, such as 10.0.0.0/8 or loopback',
  );
  return text === undefined || text === 'off' ? undefined : split(text);
}

function split(text: string): string[] {
  return text.split(',').map((one) => one.trim());
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

export const isPostgresUrl = (text: string): boolean => /^postgres(ql)?:\/\//.test(text) && isReadable(text);

/** The address of a socket has no host: it is parsed with one. */
const isReadable = (text: string) => URL.canParse(text) || URL.canParse(text.replace('@/', '@localhost/'));
