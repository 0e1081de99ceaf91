import fastifyHelmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Seconds for which a browser insists on TLS: a year. */
const INSIST_ON_TLS = 31_536_000;

/** What the headers depend on. */
export interface Reach {
  /** Whether people reach the shop by https. */
  tls: boolean;
  /** Whether payment is at Stripe itself. */
  stripe: boolean;
}

/**
 * Headers of every answer, be it a call, a file or an error. Pages replace the content policy by their own
 * (`server/pages/policy.ts`); everything else may load nothing and be framed by nobody.
 */
export async function mountHeaders(app: FastifyInstance, reach: Reach): Promise<void> {
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: {
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
      useDefaults: false,
    },
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    // Whether other hosts of the domain speak TLS is not the shop's to say.
    strictTransportSecurity: reach.tls && { maxAge: INSIST_ON_TLS, includeSubDomains: false },
  });
  app.addHook('onRequest', async (_request, reply) => permit(reply, reach));
}

/** The same for an answer to an address that cannot be read, for which no hook of any plugin runs. */
export function protect(reply: FastifyReply, reach: Reach): void {
  reply.headers({
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(reach.tls && { 'strict-transport-security': `max-age=${INSIST_ON_TLS}` }),
  });
  permit(reply, reach);
}

function permit(reply: FastifyReply, { stripe }: Reach): void {
  const payment = stripe ? 'payment=(self "https://js.stripe.com")' : 'payment=()';
  reply.header('permissions-policy', `camera=(), microphone=(), geolocation=(), usb=(), ${payment}`);
}
