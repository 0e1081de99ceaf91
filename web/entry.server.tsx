import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { NonceContext, pageContext } from './page-context.ts';

export { pageContext } from './page-context.ts';

const RENDER_TIMEOUT_MS = 5000;

/**
 * Renders a page completely. Its data is already loaded, so there is nothing to stream, and an error while rendering still
 * results in an error page instead of an incomplete page.
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
          text(html).then((whole) => resolve(new Response(whole, { headers, status })), reject);
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
