import findMyWay, { type HTTPMethod } from 'find-my-way';
import { api, type CallName } from '#contract/api.ts';
import { OVERLOADED } from '../ground/handling/gate.ts';
import type { Shedding } from '../ground/limits/traffic.ts';
import { toAnswer } from './errors.ts';
import type { ReadyAnswer, Shortcut } from './shortcuts.ts';

/**
 * Refuses calls while the shop is full, before anything is done for them. Under a load of three times what can be served
 * most requests are refused: what a refusal costs is what the others lack (docs/scaling.md).
 * @param always headers that every answer carries
 * @param maxParamLength characters of a part of a path, as the app takes them
 */
export function shed(
  { isFull, calls }: Shedding,
  always: Record<string, string>,
  maxParamLength: number,
): Shortcut {
  const refusals = findMyWay({ maxParamLength, querystringParser: () => ({}) });
  for (const name of calls) refusals.on(api[name].method, api[name].path, () => {}, refusalOf(name, always));
  return ({ method, url }) => {
    if (!isFull()) return undefined;
    // What is got by GET can be asked for by HEAD.
    const found = refusals.find(method === 'HEAD' ? 'GET' : (method as HTTPMethod), url!);
    return found?.store as ReadyAnswer | undefined;
  };
}

/** The refusal of a call, once for all. */
function refusalOf(name: CallName, always: Record<string, string>): ReadyAnswer {
  const { headers, body } = toAnswer(OVERLOADED, name);
  const latin1 = Buffer.from(body).toString('latin1');
  const all = { ...always, ...headers, 'content-length': String(latin1.length) };
  return { name, status: OVERLOADED.status, headers: Object.entries(all).flat(), body: latin1 };
}
