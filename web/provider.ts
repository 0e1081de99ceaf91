/** Requests to the sign-in provider under /api/auth, with its cookie. They throw ApiProblem with the provider's message. */
import { send } from './api.ts';

/** Sends a GET request. */
export async function askProvider<T>(path: string, signal: AbortSignal | null = null): Promise<T> {
  const answer = await send(`/api/auth/${path}`, { headers: { Accept: 'application/json' }, signal });
  return (await answer.json()) as T;
}

/** Sends a POST request. `options` are those of fetch. */
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
