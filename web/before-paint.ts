/**
 * Runs in <head> before anything is painted: tells <html> which theme is on and whether someone is signed in. CSS does
 * the rest, so the page from the server is the same for everyone and nothing flickers.
 */
export const beforePaint = `(() => {
  const root = document.documentElement;
  const read = (key) => { try { return localStorage.getItem(key); } catch { return null; } };
  const theme = read('theme');
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = theme === 'light' || theme === 'dark' ? theme : dark ? 'dark' : 'light';
  root.dataset.session = read('session') ? 'in' : 'out';
})();`;
