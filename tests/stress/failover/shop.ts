// One shop of the cluster: all of it, as the environment says, with the payment provider at PAYMENTS_AT.
import { readEnv } from '../../../server/ground/env.ts';
import { startShop } from '../../../server/start.ts';

const { hostname, port } = new URL(process.env.PAYMENTS_AT!);
const shop = await startShop(readEnv(process.env), {
  paymentsAt: { host: hostname, port: Number(port), protocol: 'http' },
});
process.once('SIGTERM', () => shop.close().finally(() => process.exit(0)));
