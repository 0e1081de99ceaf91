import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { NonceContext, pageContext } from './page-context.ts';

export { type PageContext, pageContext } from './page-context.ts';

const RENDER_TIMEOUT_MS = 5000;

/**
 * Renders one page, whole: its data is loaded before rendering starts, so there is nothing to stream later, and an
 * error while rendering still becomes an error page instead of a torn one.
 */
export default function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce } = context.get(pageContext);
  headers.set('Content-Type', 'text/html; charset=utf-8');

  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </NonceContext>,
      {
        nonce,
        onAllReady() {
          clearTimeout(timer);
          const html = new PassThrough();
          pipe(html);
          text(html).then(
            (whole) => resolve(new Response(moveScriptsLast(whole), { headers, status })),
            reject,
          );
        },
        onShellError: reject,
        onError(error) {
          console.error(error);
        },
      },
    );
    const timer = setTimeout(() => abort(new Error('Rendering took too long')), RENDER_TIMEOUT_MS);
  });
}

/**
 * React puts the announcements of scripts before the style sheet and the pictures. Over HTTP/1.1 a browser has six
 * connections: what is needed for the first paint would wait for what comes after it.
 */
function moveScriptsLast(html: string): string {
  const announcements = /<link rel="modulepreload"[^>]*>/g;
  return html
    .replace(announcements, '')
    .replace('</body>', () => `${html.match(announcements)?.join('') ?? ''}</body>`);
}
