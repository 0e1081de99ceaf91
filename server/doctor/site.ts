import { connect } from 'node:tls';
import type { Env } from '../env.ts';
import { type Finding, look, notUsed, reasonOf, well, wrong } from './finding.ts';

const TIMEOUT_MS = 10_000;
const DAY_MS = 24 * 60 * 60_000;
/** Days before its end by which a certificate has been renewed. */
const DAYS_LEFT = 14;

/** Opens PUBLIC_URL as a visitor does: TLS and its certificate, the shop behind it, its headers, and that monitors' pages are closed. */
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
        ? [ofCertificate(await certificateEnd(hostname, Number(port || 443))), ofHeaders(page.headers)]
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

function ofHeaders(headers: Headers): Finding {
  if (headers.has('strict-transport-security'))
    return well('PUBLIC_URL: browsers are told to insist on TLS.');
  return look(
    'PUBLIC_URL: the answers lack the header strict-transport-security.',
    'Let the proxy pass on Host and X-Forwarded-Proto, name it in TRUST_PROXY, and let it drop no headers.',
  );
}

function ofMonitors({ status }: Response): Finding {
  if (status !== 200) return well('/metrics is closed to visitors.');
  return wrong(
    '/metrics is open to everybody.',
    'Set METRICS_TOKEN, and TRUST_PROXY to the address of the proxy.',
  );
}

/** When the certificate ends. Whether it is trusted has been shown by a request before. */
function certificateEnd(host: string, port: number): Promise<Date> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host }, () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.end();
    });
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('no answer')));
    socket.on('error', reject);
  });
}
