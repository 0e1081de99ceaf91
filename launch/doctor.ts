// `npm run doctor`: looks at all that a shop needs before people do. Exit code 1 when something is wrong.
import './env-file.ts';
import './follow.ts';
import { main } from '../server/ops/doctor/main.ts';

process.exitCode = (await main()) ? 0 : 1;
