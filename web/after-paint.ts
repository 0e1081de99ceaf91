/** What React Router announces and imports, as it writes it. */
const ANNOUNCEMENT = /<link rel="modulepreload"[^>]* href="([^"]*)"[^>]*>/g;
const START = /(<script[^>]* type="module"[^>]*>)(.*?)(<\/script>)/s;
const IMPORT = /import (?:\* as (\w+) from )?("[^"]+");/g;

/**
 * Ends when the first paint has been seen and the pictures of the first screenful are ready for theirs, or when there will
 * be none to wait for. A picture may come from anywhere, and late: it is waited for a moment only.
 */
const PAINTED = `await new Promise((go) => {
  if (document.hidden || !PerformanceObserver.supportedEntryTypes?.includes('paint')) return go();
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return;
    const eager = [...document.images].filter(({ loading }) => loading !== 'lazy');
    // A frame is begun when the one before the last has been drawn.
    const draw = (frames) => (frames > 0 ? requestAnimationFrame(() => draw(frames - 1)) : setTimeout(go));
    Promise.allSettled(eager.map((image) => image.decode())).then(() => draw(4));
    setTimeout(go, 1000);
  }).observe({ type: 'paint', buffered: true });
  addEventListener('visibilitychange', go);
  addEventListener('load', () => setTimeout(go, 1000));
});`;

/**
 * Lets a page load and start its scripts when it has been painted. They have no part in the first paint, but a browser would
 * load them beside what the paint needs, and run them before it.
 */
export function startAfterPaint(html: string): string {
  const files = Array.from(html.matchAll(ANNOUNCEMENT), ([, file]) => file);
  const announce = `for (const href of ${JSON.stringify(files)})
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));`;
  return html.replace(ANNOUNCEMENT, '').replace(START, (_, open: string, content: string, close: string) => {
    const loading = content.replace(
      IMPORT,
      (_, name: string | undefined, file: string) =>
        `${name ? `const ${name} = ` : ''}await import(${file});`,
    );
    return `${open}${PAINTED}\n${announce}\n${loading}${close}`;
  });
}
