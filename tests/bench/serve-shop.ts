// The shop as it is measured: what `npm start` runs, as the environment says.
import { readEnv } from '../../server/env.ts';
import { startShop } from '../../server/start.ts';
import { reportUsage } from './report-usage.ts';

const shop = await startShop(readEnv(process.env));
reportUsage(shop.origin, () => shop.close());
