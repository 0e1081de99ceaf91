// `npm run dev`: the shop with hot reload, nothing built beforehand.
import './follow.ts';
import { main } from '../server/main.ts';

await main({ dev: true });
