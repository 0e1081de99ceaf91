// `npm run restored -- moment`: after PostgreSQL's own tools brought the database back to it. Exit code 1 when the audit finds a fault.
import './env-file.ts';
import './follow.ts';
import { mainRestored } from '../server/ops/backup/main.ts';

process.exitCode = (await mainRestored()) ? 0 : 1;
