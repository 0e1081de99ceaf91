import findMyWay, { type HTTPMethod } from 'find-my-way';
import { api, type CallName } from '#contract/api.ts';
import { toAnswer } from './errors.ts';
import { OVERLOADED } from './gate.ts';
import { REQUEST_ID } from './request-id.ts';
import type { Shortcut } from './shortcuts.ts';
import type { Surroundings } from './surroundings.ts';

/** When calls are refused, and which. */
export interface Shedding {
  isFull(): boolean;
  calls: readonly CallName[];
}

interface Refusal {
  name: CallName;
  headers: string[];
  body: string;
}

/**
 * Refuses calls while the shop is full, before anything is done for them. Under a load of three times what can be served
 * most requests are refused: what a refusal costs is what the others lack (docs/scaling.md).
 * @param always headers that every answer carries
 * @param maxParamLength characters of a part of a path, as the app takes them
 */
export function shed(
  { isFull, calls }: Shedding,
  always: Record<string, string>,
  surroundings: Surroundings,
  maxParamLength: number,
): Shortcut {
  const refusals = findMyWay({ maxParamLength, querystringParser: () => ({}) });
  for (const name of calls) refusals.on(api[name].method, api[name].path, () => {}, refusalOf(name, always));
  return (request, response) => {
    if (!isFull()) return false;
    const begun = performance.now();
    // What is got by GET can be asked for by HEAD.
    const method = request.method === 'HEAD' ? 'GET' : (request.method as HTTPMethod);
    const refusal: Refusal | undefined = refusals.find(method, request.url!)?.store;
    if (!refusal || !surroundings.admit(request)) return false;
    const id = surroundings.newId();
    response.writeHead(OVERLOADED.status, [...refusal.headers, REQUEST_ID, id]);
    response.end(refusal.body);
    surroundings.answered(request, id, refusal.name, OVERLOADED.status, performance.now() - begun);
    return true;
  };
}

/** The refusal of a call, once for all. */
function refusalOf(name: CallName, always: Record<string, string>): Refusal {
  const { headers, body } = toAnswer(OVERLOADED, name);
  const all = { ...always, ...headers, 'content-length': String(Buffer.byteLength(body)) };
  return { name, headers: Object.entries(all).flat(), body };
}
