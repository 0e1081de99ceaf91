// `npm run catalogue -- 100000`: fills a shop with that many generated parts. Exit code 1 on failure.
import './env-file.ts';
import './follow.ts';
import { main } from '../server/demo/main.ts';

process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
