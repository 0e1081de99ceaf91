// `npm run restore -- file`: fills an empty database with a backup. Exit code 1 when that fails, or the audit finds a fault.
import './env-file.ts';
import './follow.ts';
import { mainRestore } from '../server/ops/backup/main.ts';

process.exitCode = (await mainRestore()) ? 0 : 1;
