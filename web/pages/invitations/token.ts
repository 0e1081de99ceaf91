/** The token of an invitation's link. It stays in this tab while its reader signs in: the path to /login would tell the server of it. */
const KEY = 'invitation';

/** Returns the token of the address's fragment, or the one that was kept before; '' without one. */
export function takeToken(): string {
  const token = window.location.hash.slice(1);
  try {
    if (token) sessionStorage.setItem(KEY, token);
    return token || (sessionStorage.getItem(KEY) ?? '');
  } catch {
    return token;
  }
}

export function forgetToken(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is forbidden in this browser: nothing was kept.
  }
}
