/**
 * React Router loads the script of a page when the page is opened, and reloads the window when that fails. While the
 * shop cannot be reached, the reload ends in the browser's error page, and input is lost. The Navigation API lets
 * the page refuse the reload. Browsers without that API (before Firefox 147 and Safari 26.2) reload.
 */

let isOwn = false;

/** Whether this browser lets a page refuse a reload. */
export function canRefuseReloads(): boolean {
  return 'navigation' in window;
}

/** Refuses reloads by scripts other than `reload`, and calls `onRefused`. Returns the function that stops it. */
export function refuseReloads(onRefused: () => void): () => void {
  // In development Vite needs to reload the page.
  if (import.meta.env.DEV || !canRefuseReloads()) return () => {};
  const refuse = (event: NavigateEvent) => {
    if (event.navigationType !== 'reload' || event.userInitiated || isOwn) return;
    event.preventDefault();
    onRefused();
  };
  window.navigation.addEventListener('navigate', refuse);
  return () => window.navigation.removeEventListener('navigate', refuse);
}

/** Reloads the page. */
export function reload(): void {
  isOwn = true;
  window.location.reload();
}
