// `npm run archive -- folder`: moves old months of the log into files, also while the shop runs. Exit code 1 when that fails.
import './env-file.ts';
import './follow.ts';
import { main } from '../server/archive/main.ts';

process.exitCode = (await main()) ? 0 : 1;
