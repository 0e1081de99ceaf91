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
 * Returns the headers of every answer, also of files and errors, as the OWASP Secure Headers Project recommends them.
 * Pages replace the content policy by their own (`server/pages/policy.ts`); everything else may load nothing and be
 * framed by nobody.
 */
export function protectingHeaders({ tls, stripe }: Reach): Record<string, string> {
  const payment = stripe ? 'payment=(self "https://js.stripe.com")' : 'payment=()';
  return {
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': `camera=(), microphone=(), geolocation=(), usb=(), ${payment}`,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    // The filters of old browsers could be turned against a page.
    'x-xss-protection': '0',
    // Whether other hosts of the domain speak TLS is not the shop's to say.
    ...(tls && { 'strict-transport-security': `max-age=${INSIST_ON_TLS}` }),
  };
}
