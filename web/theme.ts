import { useSyncExternalStore } from 'react';

const KEY = 'theme';

export type Theme = 'light' | 'dark';

/** The theme in use; `light` until the page is hydrated. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, current, () => 'light');
}

export function toggleTheme(): void {
  const theme = current() === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Storage is forbidden: the choice lasts until the next page load.
  }
}

function current(): Theme {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
}

/** The theme is an attribute of <html>. A choice in another tab applies here as well. */
function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  window.addEventListener('storage', followOtherTab);
  return () => {
    observer.disconnect();
    window.removeEventListener('storage', followOtherTab);
  };
}

function followOtherTab(event: StorageEvent): void {
  if (event.key === KEY && (event.newValue === 'light' || event.newValue === 'dark')) {
    document.documentElement.dataset.theme = event.newValue;
  }
}
