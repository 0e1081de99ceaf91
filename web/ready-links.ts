import { useEffect } from 'react';
import { type DataRouteObject, matchRoutes } from 'react-router';
import { makeScriptReady, manifestOf } from './page-scripts.ts';

/** Not at once: a pointer on its way elsewhere passes over many links. */
const INTENT_MS = 100;

/**
 * Loads and runs the scripts of the page behind a link as soon as somebody is about to open it: a click then finds them ready.
 * React Router's own `prefetch` is not used, because it reloads the page that is open when a script cannot be fetched.
 */
export function useReadyLinks(routes: DataRouteObject[] | undefined): void {
  useEffect(() => {
    if (!routes) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const forget = () => clearTimeout(timer);
    const intend = ({ target }: Event) => {
      const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href]');
      if (!link || link.origin !== window.location.origin) return;
      forget();
      timer = setTimeout(() => makeReady(routes, link.pathname), INTENT_MS);
    };
    const begins = ['mouseover', 'focusin', 'touchstart'] as const;
    const ends = ['mouseout', 'focusout'] as const;
    for (const type of begins) document.addEventListener(type, intend, { passive: true });
    for (const type of ends) document.addEventListener(type, forget);
    return () => {
      forget();
      for (const type of begins) document.removeEventListener(type, intend);
      for (const type of ends) document.removeEventListener(type, forget);
    };
  }, [routes]);
}

function makeReady(routes: DataRouteObject[], pathname: string): void {
  for (const { route } of matchRoutes(routes, pathname) ?? []) {
    const files = route.lazy && manifestOf(route.id);
    if (!files) continue;
    const { imports = [], css = [] } = files;
    // Side by side: the script itself names the others only when it has come.
    for (const href of imports) announce({ rel: 'modulepreload', href });
    for (const href of css) announce({ rel: 'preload', as: 'style', href });
    makeScriptReady(route.id);
  }
}

/** Asks the browser for a file that will be needed; once, unless it could not be had. */
function announce(properties: { rel: string; as?: string; href: string }): void {
  if (document.head.querySelector(`link[href="${CSS.escape(properties.href)}"]`)) return;
  const link = Object.assign(document.createElement('link'), properties);
  link.addEventListener('error', () => link.remove());
  document.head.append(link);
}
