// `npm run dev`: the shop with hot reload, without a build.
import './env-file.ts';
import './follow.ts';
import { main } from '../server/main.ts';

await main({ dev: true });
