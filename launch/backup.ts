// `npm run backup -- file`: writes all of the shop into one file, also while it runs. Exit code 1 when that fails.
import './env-file.ts';
import './follow.ts';
import { mainBackup } from '../server/ops/backup/main.ts';

process.exitCode = (await mainBackup()) ? 0 : 1;
