/**
 * Returns a `fetch` that tells how much of a request's body has been sent, from 0 to 1, which the browser's own cannot. It is for
 * small answers.
 */
export function fetchWithProgress(onProgress: (fraction: number) => void) {
  return (path: string, { method, headers, body, signal }: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method ?? 'GET', path);
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      request.onload = () => {
        const type = request.getResponseHeader('content-type') ?? '';
        resolve(
          new Response(request.responseText, { status: request.status, headers: { 'content-type': type } }),
        );
      };
      request.onerror = () => reject(new TypeError('The request failed'));
      request.onabort = () => reject(signal?.reason);
      signal?.addEventListener('abort', () => request.abort());
      request.send(body as XMLHttpRequestBodyInit);
    });
}
