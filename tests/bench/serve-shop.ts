// The measured shop: what `npm start` runs, configured by the environment.
import { readEnv } from '../../server/ground/env.ts';
import { startShop } from '../../server/start.ts';
import { reportUsage } from './report-usage.ts';

const shop = await startShop(readEnv(process.env));
reportUsage(shop.origin, () => shop.close());
