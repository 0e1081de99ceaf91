// nightly: runs the servers that deploy/ is for
// The commands of docs/going-live.md that bring a database back to a moment, run as they stand there but for their folders.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chownSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { createDatabase } from '../../server/ground/database/client.ts';
import { migrate } from '../../server/ground/database/migrate.ts';
import { addCaller, addProduct, place } from '../fixtures/purchases.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const [bin] = globSync('/usr/lib/postgresql/*/bin/pg_basebackup').sort().reverse().map(dirname);
const isRoot = process.getuid?.() === 0;
/** PostgreSQL refuses to run as root. */
const user = isRoot ? idOf('postgres') : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };

function idOf(name: string): { uid: number; gid: number } | undefined {
  const [uid, gid] = ['-u', '-g'].map((which) => spawnSync('id', [which, name], { encoding: 'utf8' }).stdout);
  return uid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

const missing = bin === undefined || user === undefined;
// In /tmp: PostgreSQL's user has to enter it, and a socket's path has to be short.
const scratch = missing ? '' : mkdtempSync(join(tmpdir(), 'nb-moment-'));
const data = join(scratch, 'data');
const env = {
  PATH: `${bin}:/usr/bin:/bin`,
  ...{ PGDATA: data, PGHOST: scratch, PGPORT: '5432', PGUSER: 'shop', PGDATABASE: 'postgres' },
};

/** Runs a script as PostgreSQL's user; throws unless it succeeds. */
function run(script: string, args: string[] = []): void {
  const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', script, 'bash', ...args], {
    ...{ env, cwd: scratch, encoding: 'utf8', ...(isRoot && user) },
    // A server that stays would keep pipes open.
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  assert.equal(status, 0, `${script}\n${stdout}${stderr}`);
}

/** The commands of the document, in their order: once, every night, to go back. */
function readCommands(): string[] {
  const text = readFileSync(join(ROOT, 'docs', 'going-live.md'), 'utf8');
  const section = text.slice(text.indexOf('### Back to any moment'));
  return [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, commands]) => commands!);
}

after(() => {
  if (missing) return;
  spawnSync(join(bin!, 'pg_ctl'), ['stop', '--mode=immediate'], { env, ...(isRoot && user) });
  rmSync(scratch, { recursive: true, force: true });
});

test('the commands for going back to a moment bring back what there was, and nothing of later', {
  skip: missing && 'PostgreSQL is not installed, or has no user',
}, async () => {
  if (isRoot) chownSync(scratch, user!.uid, user!.gid);
  run(`initdb --username=shop --auth=trust --encoding=UTF8 --no-sync
      echo "unix_socket_directories = '${scratch}'
      listen_addresses = ''" >> $PGDATA/postgresql.conf
      pg_ctl start --wait --log=${scratch}/first.log 2>/dev/null`);
  const url = `postgres://shop@/postgres?host=${encodeURIComponent(scratch)}`;
  const [once, nightly, back] = readCommands() as [string, string, string];
  const folders = `WAL=${scratch}/wal BASE=${scratch}/base`;
  const rest = once.slice(once.indexOf('\n') + 1);
  assert.match(once, /^export PGDATA=\S+ WAL=\S+ BASE=\S+\n/);

  run(`export ${folders}\n${rest}`);
  const before = createDatabase(url);
  await migrate(before.pool);
  // Fixtures make ids as PostgreSQL 18 does.
  await before.pool.query(
    "create or replace function public.uuidv7() returns uuid language sql as 'select gen_random_uuid()'",
  );
  const caller = await addCaller(before);
  const product = await addProduct(before, 10_000);
  await place(before, caller, [[product, 100]]);
  run(`export ${folders}\n${nightly}`);
  const { rows: of } = await before.pool.query(
    "insert into mails (id, recipient, kind, facts, dedupe) values (gen_random_uuid(), 'a@example.com', 'x', '{}', 'waits') returning id",
  );
  await place(before, caller, [[product, 200]]);
  const { rows } = await before.pool.query('select clock_timestamp()::text as moment');
  await place(before, caller, [[product, 400]]);
  await before.close();

  const [night] = globSync(join(scratch, 'base', '*-*-*'));
  const there = back
    .replace(/FROM=\S+/, `FROM=${night}`)
    .replace(/MOMENT='[^']*'/, `MOMENT='${rows[0].moment}'`);
  run(`export ${folders}\n${there}`);
  const restored = createDatabase(url);
  const { rows: ordered } = await restored.pool.query('select quantity from orders order by quantity');
  assert.deepEqual(
    ordered.map(({ quantity }) => quantity),
    [100, 200],
  );
  const moment = new Date(rows[0].moment).toISOString();
  const settled = spawnSync(process.execPath, [join(ROOT, 'launch', 'restored.ts'), moment], {
    ...{ encoding: 'utf8', env: { ...process.env, DATABASE_URL: url, SANDBOX: '1' } },
  });
  assert.equal(settled.status, 0, settled.stdout + settled.stderr);
  assert.match(settled.stdout, /mails that waited then are not sent any more[\s\S]*The audit finds no fault/);
  const { rows: mails } = await restored.pool.query('select next_at from mails where id = $1', [of[0].id]);
  assert.deepEqual(mails, [{ next_at: null }]);
  const { rows: settings } = await restored.pool.query(
    "select name, value from settings where name in ('restored_from', 'backup_made_at') order by name",
  );
  const value = String(Math.floor(Date.parse(moment) / 1000));
  assert.deepEqual(settings, [
    { name: 'backup_made_at', value },
    { name: 'restored_from', value },
  ]);
  await restored.close();
});
