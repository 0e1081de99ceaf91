/** Requests to the sign-in provider under /api/auth, which go by its cookie. They throw ApiProblem with its message. */
import { send } from './api.ts';

/** Reads something. */
export async function askProvider<T>(path: string, signal: AbortSignal | null = null): Promise<T> {
  const answer = await send(`/api/auth/${path}`, { headers: { Accept: 'application/json' }, signal });
  return (await answer.json()) as T;
}

/** Has something done. `options` are fetch's. */
export async function tellProvider<T>(
  path: string,
  body: object,
  options: Pick<RequestInit, 'signal' | 'keepalive'> = {},
): Promise<T> {
  const answer = await send(`/api/auth/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(body),
    ...options,
  });
  return (await answer.json()) as T;
}
