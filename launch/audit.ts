// `npm run audit`: checks that stock, orders and payments agree. Exit code 1 when they do not.
import './env-file.ts';
import './follow.ts';
import { main } from '../server/ops/audit/main.ts';

process.exitCode = (await main()) ? 0 : 1;
