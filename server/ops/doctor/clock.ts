import { type Finding, look, well } from './finding.ts';

/** Seconds by which two clocks may differ. Stripe's signatures are refused after 300, codes of an authenticator app after 30. */
const MOST_SECONDS_APART = 5;

/**
 * Compares this machine's clock with another one.
 * @param whose such as "the database's"
 * @param apart milliseconds that the other is ahead
 * @param uncertain milliseconds that were needed to ask: half of them are not known to be a difference
 */
export function ofClock(whose: string, apart: number, uncertain: number): Finding {
  const seconds = Math.round(Math.max(0, Math.abs(apart) - uncertain / 2) / 1000);
  if (seconds <= MOST_SECONDS_APART) return well(`This machine's clock is ${whose}.`);
  return look(
    `This machine's clock is ${seconds} s ${apart > 0 ? 'behind' : 'ahead of'} ${whose}.`,
    "Let both machines keep their time by NTP: Stripe's signatures, codes and sessions depend on it.",
  );
}
