/** What a page of the shop may load and where it may talk to, besides the shop itself. */
export interface OutsideOrigins {
  /** Stripe itself rather than the sandbox. */
  stripe: boolean;
  /** Vite's hot reload. */
  dev: boolean;
}

/**
 * Stripe's hosts, as its security guide lists them for Stripe.js
 * (https://docs.stripe.com/security/guide#content-security-policy): it loads scripts and begins frames on changing hosts
 * below js.stripe.com. The window of 3-D Secure is a frame of hooks.stripe.com; the bank's page is a frame inside of that
 * one, which is not up to this policy. The guide's maps.googleapis.com is for its address field alone, and the hosts of Link
 * for Link, which the card field has off.
 */
const STRIPE = {
  scripts: 'https://js.stripe.com https://*.js.stripe.com',
  frames: 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  calls: 'https://api.stripe.com',
};

/**
 * A page's Content-Security-Policy. No inline script runs but those that `scripts` names, by hash or nonce.
 */
export function contentSecurityPolicy(scripts: string[], { stripe, dev }: OutsideOrigins): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${scripts.join(' ')}${stripe ? ` ${STRIPE.scripts}` : ''}`,
    // React and the toasts set style attributes.
    "style-src 'self' 'unsafe-inline'",
    // A product's picture may be at any host an admin names.
    "img-src 'self' data: https: http:",
    `connect-src 'self'${stripe ? ` ${STRIPE.calls}` : ''}${dev ? ' ws:' : ''}`,
    `frame-src ${stripe ? STRIPE.frames : "'none'"}`,
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
