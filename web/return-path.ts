/** Returns the path to go to after signing in. Anything outside the shop becomes the home page. */
export function safeReturnPath(from: string | null | undefined): string {
  if (!from?.startsWith('/')) return '/';
  try {
    const url = new URL(from, 'http://shop.invalid');
    const path = url.pathname + url.search + url.hash;
    // '//host' and '/\host' leave the shop; so would '/.//host', which resolves to '//host'.
    return url.origin === 'http://shop.invalid' && !path.startsWith('//') ? path : '/';
  } catch {
    return '/';
  }
}

/** Returns the product's id in the path of a product's page, or undefined. The product may not exist. */
export function productIdOf(path: string): string | undefined {
  return /^\/products\/([0-9a-f-]{36})$/.exec(path)?.[1];
}

const LOGIN_FROM = '/login?from=';

/** Returns the path of the login page, with the way back. */
export function loginPath(from: string): string {
  return from === '/' ? '/login' : LOGIN_FROM + encodeURIComponent(from);
}

/**
 * Runs at the start of a page for signed-in people (see `beforePaint`). It sends a visitor to /login before the first paint,
 * without any other script.
 */
export const sendVisitorToLogin = `if (document.documentElement.dataset.session === 'out') {
  location.replace('${LOGIN_FROM}' + encodeURIComponent(location.pathname + location.search + location.hash));
}`;
