/** What a page of the shop may load and where it may talk to, besides the shop itself. */
export interface OutsideOrigins {
  /** Stripe itself rather than the sandbox. */
  stripe: boolean;
  /** Vite's hot reload. */
  dev: boolean;
}

/**
 * A page's Content-Security-Policy. No inline script runs but those that `scripts` names, by hash or nonce.
 */
export function contentSecurityPolicy(scripts: string[], { stripe, dev }: OutsideOrigins): string {
  const stripeScript = stripe ? ' https://js.stripe.com' : '';
  const stripeApi = stripe ? ' https://api.stripe.com' : '';
  return [
    "default-src 'self'",
    `script-src 'self' ${scripts.join(' ')}${stripeScript}`,
    // React and the toasts set style attributes.
    "style-src 'self' 'unsafe-inline'",
    // A product's picture may be at any host an admin names.
    "img-src 'self' data: https: http:",
    `connect-src 'self'${stripeApi}${dev ? ' ws:' : ''}`,
    `frame-src ${stripe ? 'https://js.stripe.com https://hooks.stripe.com' : "'none'"}`,
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
