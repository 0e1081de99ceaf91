// `npm run admin -- someone@company.com`: makes the first admin of a shop. Exit code 1 on failure.
import './env-file.ts';
import './follow.ts';
import { main } from '../server/accounts/admin.ts';

process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
