import { connect } from 'node:tls';
import type { FastifyBaseLogger } from 'fastify';
import type { Job } from '../ground/jobs/runner.ts';
import type { Measure } from '../ground/module.ts';

const TIMEOUT_MS = 10_000;
/** How often the job looks whether a day has passed. */
const EVERY_SECONDS = 600;
const DAY_MS = 24 * 60 * 60_000;

/**
 * When the certificate at an https: origin ends. It need not be trusted or of this name, and nothing is sent to it. Rejects
 * when there is none within ten seconds.
 */
export function certificateEnd(origin: string): Promise<Date> {
  const { hostname, port } = new URL(origin);
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const socket = connect(
      {
        host,
        port: Number(port || 443),
        rejectUnauthorized: false,
        ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
      },
      () => {
        const end = new Date(socket.getPeerCertificate().valid_to);
        socket.destroy();
        if (Number.isNaN(end.getTime())) reject(new Error('the certificate has no end'));
        else resolve(end);
      },
    );
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('no answer')));
    socket.on('error', reject);
  });
}

/**
 * Looks once a day when the certificate of PUBLIC_URL ends. Some networks do not reach their own public address: then it is
 * not known, which the log tells, and nothing is told for it.
 */
export function watchCertificate(
  publicUrl: string | undefined,
  log: FastifyBaseLogger,
): { jobs: Job[]; measures: Measure[] } {
  let end: Date | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  async function look() {
    if (performance.now() - lookedAt < DAY_MS) return;
    lookedAt = performance.now();
    try {
      end = await certificateEnd(publicUrl!);
    } catch (error) {
      end = undefined;
      log.info({ err: error }, 'the certificate of PUBLIC_URL cannot be seen from here');
    }
  }
  return {
    jobs: publicUrl?.startsWith('https:')
      ? [{ name: 'look at the certificate', everySeconds: EVERY_SECONDS, run: look }]
      : [],
    measures: [
      {
        name: 'shop_certificate_expiry_timestamp_seconds',
        help: 'When the certificate of PUBLIC_URL ends, in seconds since 1970, as it was seen in the last day',
        read: async () => end && end.getTime() / 1000,
      },
    ],
  };
}
