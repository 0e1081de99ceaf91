// One server process of a stress test: the shop without pages, as the environment says. Prints its origin when ready.
import { readEnv } from '../../server/ground/env.ts';
import { startShop } from '../../server/start.ts';

const shop = await startShop(readEnv(process.env), { withoutPages: true });
process.stdout.write(`${shop.origin}\n`);
process.once('SIGTERM', () => shop.close().finally(() => process.exit(0)));
// The parent process has ended.
process.once('disconnect', () => shop.close().finally(() => process.exit(1)));
