// A process for embedded.test.ts: a shop that holds the database in argv[2] until SIGTERM, and says on one line of
// JSON what it got. With `nobody` in argv[3] it gives up root for that account first.
import { startEmbeddedPostgres } from '../embedded.ts';
import 'pg';

const [, , dataDir = '', account] = process.argv;
if (account === 'nobody') {
  process.setgroups?.([65534]);
  process.setgid?.(65534);
  process.setuid?.(65534);
}
try {
  const started = startEmbeddedPostgres({ dataDir, log: (message) => console.error(message), patience: 0 });
  const postgres = await started;
  process.once('SIGTERM', () => postgres.stop().then(() => process.exit(0)));
  process.stdout.write(
    `${JSON.stringify({ url: postgres.url, pid: postgres.pid, adopted: postgres.adopted })}\n`,
  );
  setInterval(() => {}, 60_000);
} catch (error) {
  const { name, message, pid } = error as Error & { pid?: number };
  process.stdout.write(`${JSON.stringify({ name, message, pid })}\n`);
}
