import { StripeError } from './errors.ts';
import { API_VERSION } from './events.ts';

/**
 * Stripe's versions since 2019 (https://docs.stripe.com/upgrades#api-versions). Before 2024-09-30 they have no names;
 * later there is one a month. The SDK's own is the newest.
 */
const DATED = [
  ...['2019-02-11', '2019-02-19', '2019-03-14', '2019-05-16', '2019-08-14', '2019-09-09', '2019-10-08'],
  ...['2019-10-17', '2019-11-05', '2019-12-03', '2020-03-02', '2020-08-27', '2022-08-01', '2022-11-15'],
  ...['2023-08-16', '2023-10-16', '2024-04-10', '2024-06-20'],
];
const NAMED: Record<string, string[]> = {
  acacia: ['2024-09-30', '2024-10-28', '2024-11-20', '2024-12-18', '2025-01-27', '2025-02-24'],
  basil: ['2025-03-31', '2025-04-30', '2025-05-28', '2025-06-30', '2025-07-30', '2025-08-27'],
  clover: ['2025-09-30', '2025-10-29', '2025-11-17', '2025-12-15', '2026-01-28', '2026-02-25'],
  dahlia: ['2026-03-25', '2026-04-22', '2026-05-27', '2026-06-24', '2026-07-29', '2026-08-26'],
  endive: ['2026-09-30', '2026-10-28'],
};
const KNOWN = new Set([
  ...DATED,
  ...Object.entries(NAMED).flatMap(([name, dates]) => dates.map((date) => `${date}.${name}`)),
]);

/** Returns the requested version, by default the newest. Throws Stripe's refusal of an unknown one. */
export function versionOf(header: string | string[] | undefined): string {
  const version = header === undefined ? API_VERSION : String(header);
  if (KNOWN.has(version)) return version;
  throw new StripeError(400, {
    type: 'invalid_request_error',
    message: `Invalid Stripe API version: ${version.slice(0, 100)}`,
  });
}
