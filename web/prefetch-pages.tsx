import { useEffect, useState } from 'react';
import { PrefetchPageLinks } from 'react-router';
import { canRefuseReloads } from './page-scripts.ts';

/** Delay, because a moving pointer passes over many links. */
const INTENT_MS = 100;

/** Loads the scripts of a link's page while the pointer is over the link, so that a click finds them ready. */
export function PrefetchPages() {
  const [page, setPage] = useState<string>();

  useEffect(() => {
    // React Router would reload the window when a script cannot be loaded, although there was no click.
    if (!canRefuseReloads()) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const forget = () => clearTimeout(timer);
    const intend = ({ target }: Event) => {
      const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href]');
      if (!link || link.origin !== window.location.origin) return;
      forget();
      timer = setTimeout(() => setPage(link.pathname), INTENT_MS);
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
  }, []);

  return page && <PrefetchPageLinks page={page} />;
}
