/** Where to go after signing in. Only ever inside the shop: anything else becomes the home page. */
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

/** The id of the product whose page a path leads to, or undefined. Nobody has checked that there is such a product. */
export function productIdOf(path: string): string | undefined {
  return /^\/products\/([0-9a-f-]{36})$/.exec(path)?.[1];
}

const LOGIN_FROM = '/login?from=';

/** The login page, with the way back. */
export function loginPath(from: string): string {
  return from === '/' ? '/login' : LOGIN_FROM + encodeURIComponent(from);
}

/**
 * Runs where a page for signed-in people begins (see `beforePaint`): a visitor is sent on before anything is painted, and no
 * script of the page needs to be there.
 */
export const sendVisitorToLogin = `if (document.documentElement.dataset.session === 'out') {
  location.replace('${LOGIN_FROM}' + encodeURIComponent(location.pathname + location.search + location.hash));
}`;
