// `npm run move-uploads -- to-bucket` or `to-disk`: copies uploads between DATA_DIR and the bucket, also while the shop runs. Exit code 1
// when not all of them have arrived.
import './env-file.ts';
import './follow.ts';
import { main } from '../server/move-uploads/main.ts';

process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
