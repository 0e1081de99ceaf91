/**
 * Runs in <head> before the first paint: sets the theme and the signed-in state on <html>. CSS does the rest, so the
 * server sends the same page to everyone and nothing flickers. Of what is known of a person only "companies" ends so. Who has chosen the grid's list gets it where the address names no view.
 */
export const beforePaint = import.meta.env.SSR
  ? `(() => {
  const root = document.documentElement;
  const read = (key) => { try { return localStorage.getItem(key); } catch { return null; } };
  const theme = read('theme');
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = theme === 'light' || theme === 'dark' ? theme : dark ? 'dark' : 'light';
  root.dataset.session = read('session') ? 'in' : 'out';
  root.dataset.member = /ies":/.test(read('session'));
  const { pathname, search } = location;
  if (pathname === '/allProducts' && read('view') === 'list' && !new URLSearchParams(search).has('view'))
    location.replace(pathname + (search ? search + '&' : '?') + 'view=list');
})();`
  : '';
