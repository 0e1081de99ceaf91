import { answer } from './answer.ts';
import type { Call } from './call.ts';
import { parseForm } from './form-body.ts';
import { HeldObjects } from './held-objects.ts';
import { ROUTES } from './routes.ts';
import { newId } from './store.ts';

/** A `fetch` that answers the API's calls, and what writes the objects that it has changed and not written yet. */
export interface DirectFetch {
  fetch: typeof fetch;
  write(): Promise<void>;
}

/**
 * Answers the API's calls on a connection of the caller's, in its transaction, without HTTP: for payments of a past of which nobody
 * hears by webhooks. Keys are not checked, idempotency keys not kept, no events written, and no call is undone: one that is refused
 * has written nothing before. Objects are held in memory until they are written.
 */
export function createDirectFetch({
  db,
  fingerprintSecret,
}: Pick<Call, 'db' | 'fingerprintSecret'>): DirectFetch {
  const held = new HeldObjects(db);
  const directFetch: typeof fetch = async (input, { method = 'GET', body } = {}) => {
    const { origin, pathname, search } = new URL(String(input));
    const found = ROUTES.map((route) => ({ route, id: idIn(pathname, route.path) })).find(
      ({ route, id }) => id !== undefined && route.method === method,
    );
    if (!found) throw new Error(`the sandbox's Stripe has no ${method} ${pathname}`);
    const { status, body: text } = await answer(found.route, {
      db: held,
      fingerprintSecret,
      origin,
      params: parseForm(method === 'POST' ? String(body ?? '') : search.slice(1)),
      id: found.id!,
      publishable: false,
      requestId: newId('req'),
      idempotencyKey: null,
      isSilent: true,
    });
    return new Response(text, { status, headers: { 'content-type': 'application/json' } });
  };
  return { fetch: directFetch, write: () => held.write() };
}

/** Returns what stands in a path for `:id` of a pattern, '' where the pattern has none; undefined for another path. */
function idIn(path: string, pattern: string): string | undefined {
  const [parts, wanted] = [path.split('/'), pattern.split('/')];
  const fits =
    parts.length === wanted.length && wanted.every((part, n) => part === ':id' || part === parts[n]);
  return fits ? (parts[wanted.indexOf(':id')] ?? '') : undefined;
}
