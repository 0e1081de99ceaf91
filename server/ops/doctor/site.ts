import type { Env } from '../../ground/env.ts';
import { certificateEnd } from '../../status/certificate.ts';
import { type Finding, look, notUsed, reasonOf, well, wrong } from './finding.ts';

const TIMEOUT_MS = 10_000;
const DAY_MS = 24 * 60 * 60_000;
/** Days before its end by which a certificate has been renewed. */
const DAYS_LEFT = 14;

/** Opens PUBLIC_URL as a visitor does: TLS and its certificate, the shop behind it, its headers, where http:// leads, and that monitors' pages are closed. */
export async function lookAtSite({ publicUrl, sandbox }: Env): Promise<Finding[]> {
  if (!publicUrl)
    return [notUsed('PUBLIC_URL is not set: the shop is open at the address where it listens.')];
  const { protocol, hostname, port } = new URL(publicUrl);
  const isTls = protocol === 'https:';
  try {
    const page = await ask(`${publicUrl}/healthz`);
    if (page.status !== 200)
      return [
        wrong(
          `PUBLIC_URL: ${publicUrl}/healthz was answered ${page.status} instead of 200.`,
          'Start the shop, and let the proxy pass requests on to its HOST and PORT.',
        ),
      ];
    return [
      well(`PUBLIC_URL: the shop answers at ${publicUrl}.`),
      ...(isTls
        ? [
            ofCertificate(await certificateEnd(publicUrl)),
            ofHeaders(page.headers),
            ...(port ? [] : [await lookAtPlain(hostname)]),
          ]
        : [plain(sandbox)]),
      ofMonitors(await ask(`${publicUrl}/metrics`)),
    ];
  } catch (error) {
    return [
      wrong(
        `PUBLIC_URL: ${publicUrl} cannot be opened (${reasonOf(error)}).`,
        'Check the name in the DNS, the proxy, its certificate, and that the shop runs. Some networks do not reach their own public address: then run this elsewhere.',
      ),
    ];
  }
}

async function ask(address: string): Promise<Response> {
  const response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
  await response.body?.cancel();
  return response;
}

function plain(sandbox: boolean): Finding {
  const said = 'PUBLIC_URL is without TLS: passwords and orders can be read on their way.';
  const todo = 'Put a proxy with a certificate in front, and set PUBLIC_URL to its https:// address.';
  return sandbox ? look(said, todo) : wrong(said, todo);
}

function ofCertificate(end: Date): Finding {
  const days = Math.floor((end.getTime() - Date.now()) / DAY_MS);
  const said = `PUBLIC_URL: its certificate is good for ${days} more days.`;
  return days >= DAYS_LEFT ? well(said) : look(said, 'See why it has not been renewed.');
}

/** What browsers have to be told. A proxy may drop one, or add its own: of two, they obey neither or the stricter. */
const HEADERS = ['strict-transport-security', 'content-security-policy', 'x-content-type-options'];

function ofHeaders(headers: Headers): Finding {
  const missing = HEADERS.filter((name) => !headers.has(name));
  if (missing.length > 0)
    return look(
      `PUBLIC_URL: the answers lack the header ${missing.join(' and ')}.`,
      'Let the proxy pass on Host and X-Forwarded-Proto, name it in TRUST_PROXY, and let it drop no headers.',
    );
  // Two headers of one name are read as one, with a comma; the shop's own have none.
  const twice = HEADERS.filter((name) => headers.get(name)!.includes(','));
  if (twice.length === 0)
    return well('PUBLIC_URL: browsers are told to insist on TLS, and what pages may load.');
  return look(
    `PUBLIC_URL: the header ${twice.join(' and ')} is there twice.`,
    'Let the proxy add none: the shop sends them.',
  );
}

/** Asks at port 80, where people come who type the shop's name. */
async function lookAtPlain(hostname: string): Promise<Finding> {
  const todo = 'Let the proxy listen at port 80 and redirect all of it to https://.';
  try {
    const { status, headers } = await ask(`http://${hostname}/`);
    if (status >= 300 && status < 400 && headers.get('location')?.startsWith('https://'))
      return well('PUBLIC_URL: http:// leads to https://.');
    return look(`PUBLIC_URL: http://${hostname} was answered ${status} and does not lead to https://.`, todo);
  } catch (error) {
    return look(`PUBLIC_URL: http://${hostname} cannot be opened (${reasonOf(error)}).`, todo);
  }
}

function ofMonitors({ status }: Response): Finding {
  if (status !== 200) return well('/metrics is closed to visitors.');
  return wrong(
    '/metrics is open to everybody.',
    'Set METRICS_TOKEN, and TRUST_PROXY to the address of the proxy.',
  );
}
