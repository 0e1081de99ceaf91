// `npm run dev`: the shop with hot reload, without a build.
import './follow.ts';
import { main } from '../server/main.ts';

await main({ dev: true });
