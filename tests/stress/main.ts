import { tryImage } from '../deploy/try-image.ts';
import { crash } from './crash.ts';
import { failOver } from './failover/failover.ts';
import { fuzz } from './fuzz/fuzz.ts';
import { stressLimits } from './limits.ts';
import { oversell } from './oversell.ts';
import { simulatePayments } from './payments.ts';
import { stressShipping } from './shipping.ts';
import { upgrade } from './upgrade/upgrade.ts';

/** What `npm run stress:<name> -- <size> [<seed>]` and `npm run fuzz` run, each with a larger size than the tests have. */
export const stresses: Record<
  string,
  (size: number, seed: number, say: (line: string) => void) => Promise<void>
> = {
  oversell: (rounds, _seed, say) =>
    oversell({ processes: 4, buyers: 40, orders: 100, parts: 40, rounds }, say),
  payments: (count, first, say) => simulatePayments({ first, count }, say),
  shipping: (rounds, seed, say) => stressShipping({ clients: 20, steps: 20, rounds }, seed, say),
  limits: (rounds, seed, say) => stressLimits({ processes: 4, members: 20, rounds }, seed, say),
  crash: (crashes, seed, say) => crash({ crashes, buyers: 8, seed }, say),
  image: (_size, _seed, say) => tryImage('sources', say),
  failover: (rounds, _seed, say) => failOver(rounds, 'all', say),
  upgrade: (rounds, _seed, say) => upgrade({ rounds, clients: 4, between: 300, turnMs: 30 }, say),
  fuzz: (count, seed, say) => fuzz({ count, seed }, say),
};

/** Default sizes. */
export const DEFAULT_SIZES: Record<string, number> = {
  oversell: 10,
  payments: 1000,
  shipping: 20,
  limits: 200,
  crash: 50,
  image: 1,
  failover: 10,
  upgrade: 2,
  fuzz: 50_000,
};
