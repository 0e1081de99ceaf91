// `npm run migrate`: brings the database to this version's schema, as a start does; `-- --dry-run` only says how. Exit code 1 when it fails.
import './env-file.ts';
import './follow.ts';
import { main } from '../server/ops/migrate/main.ts';

process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
