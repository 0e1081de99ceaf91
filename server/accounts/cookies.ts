/**
 * How the names of the sign-in provider's cookies begin. Behind TLS no other host of the domain, and no page without TLS,
 * can set or replace a cookie of the shop.
 */
export function cookiePrefix(tls: boolean): string {
  return tls ? '__Host-northbridge' : 'northbridge';
}

/** The name of the cookie that proves a session, as the provider makes it of the prefix. */
export function sessionCookie(tls: boolean): string {
  return `${cookiePrefix(tls)}.session_token`;
}
