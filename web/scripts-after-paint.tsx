import { use } from 'react';
import { Scripts } from 'react-router';
import { NonceContext } from './page-context.ts';
import { InlineScript } from './ui/inline-script.tsx';

/**
 * Resolves when the browser has painted the page and the pictures of the first screen, or when there will be no paint.
 * A picture may come from a slow host, so it delays the scripts by a second at most.
 */
const PAINTED = `new Promise((go) => {
  if (document.hidden || !PerformanceObserver.supportedEntryTypes?.includes('paint')) return go();
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return;
    const eager = [...document.images].filter(({ loading }) => loading !== 'lazy');
    // The browser may prepare two frames while one is drawn.
    const draw = (frames) => (frames > 0 ? requestAnimationFrame(() => draw(frames - 1)) : setTimeout(go));
    Promise.allSettled(eager.map((image) => image.decode())).then(() => draw(4));
    setTimeout(go, 1000);
  }).observe({ type: 'paint', buffered: true });
  addEventListener('visibilitychange', go);
  addEventListener('load', () => setTimeout(go, 1000));
})`;

/**
 * Reads the preceding <noscript>. Classic scripts run at once, because later ones depend on them. Module scripts, and the
 * links that preload them, wait for the paint.
 */
const START = import.meta.env.SSR
  ? `(() => {
  const template = document.createElement('template');
  template.innerHTML = document.currentScript.previousElementSibling.textContent;
  const isLate = ({ localName, type }) => localName === 'link' || type === 'module';
  const start = (element) => {
    // A script that was parsed in a template never runs: a copy does.
    const copy = document.createElement(element.localName);
    for (const { name, value } of element.attributes) copy.setAttribute(name, value);
    copy.textContent = element.textContent;
    document.head.append(copy);
    if (copy.localName === 'script') copy.remove();
  };
  const elements = [...template.content.children];
  for (const element of elements) if (!isLate(element)) start(element);
  ${PAINTED}.then(() => elements.filter(isLate).forEach(start));
})();`
  : '';

/**
 * React Router's scripts, loaded after the first paint. It does not need them, but a browser would load them together with
 * what it needs, and run them before it. Inside a <noscript>, a browser with JavaScript treats them as text.
 */
export function ScriptsAfterPaint() {
  const nonce = use(NonceContext);
  return (
    <>
      <noscript>
        <Scripts nonce={nonce} />
      </noscript>
      <InlineScript code={START} />
    </>
  );
}
