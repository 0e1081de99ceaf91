import { keyOfCounter } from '../limits/limits.ts';
import type { Pace } from '../limits/rules.ts';

/** How often a mail is tried that the mail server refuses for good. */
const ATTEMPTS_AT_REFUSED = 4;

/**
 * Whether a mail is given up: the mail server has refused its recipient or its content for good (5xx), several times, as
 * a server that is set up wrongly says that, too. Everything else is tried again until the mail is too old to matter.
 */
export function isHopeless(error: unknown, attempts: number): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  const isRefused = code === 'EENVELOPE' || code === 'EMESSAGE';
  return isRefused && responseCode >= 500 && attempts >= ATTEMPTS_AT_REFUSED;
}

/**
 * How many mails about orders go to an address that nobody has proven, and how many invitations to any: three at once and then one
 * every 20 minutes, of these five at once and then five a day. It may be a stranger's.
 */
const UNPROVEN_PACES: Pace[] = [
  { burst: 3, every: 1_200 },
  { burst: 5, every: 17_280 },
];

/** What counts the mails of a sort that go to such an address. */
export const unprovenCounters = (mails: 'order mails' | 'invitations', address: string) =>
  UNPROVEN_PACES.map((pace) => ({
    ...pace,
    key: keyOfCounter(`${mails}, one every ${pace.every} * ${address}`),
  }));
