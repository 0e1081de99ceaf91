/**
 * React Router loads the script of a page when somebody opens the page, and reloads the window when that fails. While the
 * shop cannot be reached, the reload ends in the browser's error page, and what was typed is lost. The Navigation API lets
 * the page refuse the reload. Browsers without that API (before Firefox 147 and Safari 26.2) reload.
 */

let isOwn = false;

/** Whether this browser lets a page refuse a reload. */
export function canRefuseReloads(): boolean {
  return 'navigation' in window;
}

/** Refuses reloads that a script other than `reload` starts, and calls `onRefused`. Returns what ends it. */
export function refuseReloads(onRefused: () => void): () => void {
  // While developing, Vite reloads the page for good reasons.
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
