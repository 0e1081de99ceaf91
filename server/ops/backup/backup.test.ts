import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { startBackups } from '../../../tests/fixtures/backup.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/fixtures/database.ts';
import { addProduct } from '../../../tests/fixtures/purchases.ts';
import { listMigrations, migrate } from '../../ground/database/migrate.ts';
import { readEnv } from '../../ground/env.ts';
import { OperatorError } from '../../ground/operator-error.ts';
import { startShop } from '../../start.ts';
import { readUpkeep } from '../../status/upkeep.ts';
import { audit } from '../audit/audit.ts';
import { backUp, findMissing } from './backup.ts';
import { seal } from './container.ts';
import { EntrySchema } from './entries.ts';
import { readSealed, writeSealed } from './file.ts';
import { listTables, quoted } from './tables.ts';

const run = promisify(execFile);
const KEY = 'k'.repeat(32);
const {
  shop,
  buyer,
  scratch,
  own,
  files: FILES,
  newPath,
  take,
  empty,
  laterSchema,
  buy,
} = await startBackups();

/** All rows of a database in an order of their own, by table. */
async function rowsOf({ pool }: Pick<TestDatabase, 'pool'>): Promise<Map<string, string[]>> {
  const client = await pool.connect();
  try {
    await client.query("set timezone = 'UTC'; set enable_seqscan = on");
    const all = new Map<string, string[]>();
    for (const { name } of await listTables(client)) {
      const { rows } = await client.query(`select to_jsonb(one)::text as row from ${quoted(name)} as one`);
      all.set(name, rows.map(({ row }) => row).sort());
    }
    return all;
  } finally {
    client.release(true);
  }
}

/** All that tables have besides rows. */
async function schemaOf({ pool }: Pick<TestDatabase, 'pool'>) {
  const { rows } = await pool.query(`
    select conrelid::regclass || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated as is from pg_constraint
    where connamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
    union all select sequencename || ' ' || last_value from pg_sequences where schemaname = 'public'
    order by 1`);
  return rows.map(({ is }) => is);
}

/** Tables in which a restore forgets what has ended since, or notes that it was one. */
const FORGOTTEN = ['settings', 'sessions', 'access_tokens', 'verifications', 'passkey_challenges', 'mails'];

describe('a backup', () => {
  test('is restored row by row and file by file, and the shop goes on with it', async () => {
    await buy();
    // A copy that nobody changes while it is compared.
    const source = await empty();
    await source.restore(await take());
    const { pool } = source.database;
    await pool.query(`update users set name = E'Zoë "Q" {1,2}\\\\ \\t\\n;''--' where email = $1`, [
      buyer.email,
    ]);
    await pool.query(
      `insert into mails (id, recipient, kind, facts, dedupe, next_at)
       values (gen_random_uuid(), 'a@example.com', 'verify_address', '{"token": "t"}', 'x', now() + interval '1 day')`,
    );
    await pool.query(
      `insert into verifications select gen_random_uuid(), 'a', 'b', now() + interval '1 day', now(), now()`,
    );
    const path = await take(KEY, pool);
    const before = await rowsOf(source.database);
    const target = await empty();
    const { heldMails, rows, files } = await target.restore(path, KEY);
    const restored = await rowsOf(target.database);
    assert.ok(
      before.size > 40 && [...before.keys()].every((name) => rows[name] === before.get(name)!.length),
    );
    for (const [name, is] of before)
      if (!FORGOTTEN.includes(name)) assert.deepEqual(restored.get(name), is, name);
    const settings = (rows: string[] = []) => rows.filter((row) => !/restored_|backup_made/.test(row));
    assert.deepEqual(settings(restored.get('settings')), settings(before.get('settings')));
    assert.equal(restored.get('settings')!.length, settings(before.get('settings')).length + 3);
    assert.deepEqual(
      ['sessions', 'access_tokens', 'verifications'].map((name) => restored.get(name)),
      [[], [], []],
    );
    assert.equal(restored.get('mails')!.length, before.get('mails')!.length);
    const { rows: mails } = await target.database.pool.query(
      "select from mails where next_at is not null or facts ? 'token'",
    );
    assert.ok(heldMails >= 1 && mails.length === 0);
    assert.deepEqual(await schemaOf(target.database), await schemaOf(source.database));
    assert.equal(files, FILES.length + 1);
    for (const [name, bytes] of FILES) assert.deepEqual(await target.folders.files.read(name), bytes);
    assert.equal((await target.folders.images.read('0af3-320.webp'))?.toString(), 'a picture');
    assert.deepEqual((await audit(target.database.db)).faults, []);
    assert.ok(!(await readFile(path)).includes(buyer.email));
    const again = await startShop(
      readEnv({
        ...{ DATABASE_URL: target.database.url, DATA_DIR: join(scratch, 'again'), SANDBOX: '1', PORT: '0' },
        ...{ LOG_LEVEL: 'silent', RATE_LIMITS: 'off' },
      }),
      { withoutPages: true },
    );
    const list = await fetch(`${again.origin}/products?limit=1`);
    assert.equal(list.headers.get('x-total-count'), String(restored.get('products')!.length));
    await again.close();
    await Promise.all([source.database.drop(), target.database.drop()]);
  });
});

/** A backup of these entries after the first one, as somebody else could make it. */
async function forge(...entries: object[]): Promise<string> {
  const path = newPath();
  async function* all() {
    yield { shop: { migrations: await listMigrations(), madeAt: new Date().toISOString() } };
    yield* entries;
  }
  await writeSealed(path, all(), undefined);
  return path;
}

/** A file that is sealed, and has none of the lines that a shop writes. */
async function sealedOf(bytes: Buffer): Promise<string> {
  const path = newPath();
  async function* only() {
    yield bytes;
  }
  await writeFile(path, Readable.from(seal(only(), undefined)));
  return path;
}

test('a refused restore overwrites no file and gives no numbers', async () => {
  const path = await take();
  const forged = join(scratch, 'refused.backup');
  const entries = async function* () {
    for await (const entry of await readSealed(path, undefined, EntrySchema))
      yield 'end' in entry ? { end: { ...entry.end, files: entry.end.files + 1 } } : entry;
  };
  await writeSealed(forged, entries(), undefined);
  const target = await empty();
  const numberOf = async () =>
    (await target.database.pool.query('select last_value from pg_sequences where last_value is not null'))
      .rows;
  await assert.rejects(target.restore(forged), /does not have all that it says/);
  assert.deepEqual(await numberOf(), []);
  await target.folders.files.write('a.pdf', Buffer.from('mine'), 'application/pdf');
  await assert.rejects(target.restore(path), /files\/a\.pdf is there already, with other content/);
  assert.equal(String(await target.folders.files.read('a.pdf')), 'mine');
  await target.database.drop();
});

describe('nothing is restored', () => {
  test('from a file that is changed, cut short or none, or with another key', async () => {
    const [plain, secret] = [await take(), await take(KEY)];
    const target = await empty();
    const change = async (path: string, change: (bytes: Buffer) => Buffer) => {
      const changed = join(scratch, 'changed.backup');
      await writeFile(changed, change(await readFile(path)));
      return changed;
    };
    const flipped = (at: number) => (bytes: Buffer) => {
      const copy = Buffer.from(bytes);
      copy[at < 0 ? copy.length + at : at]! ^= 1;
      return copy;
    };
    for (const path of [plain, secret])
      for (const at of [120, 5000, -40, -1])
        await assert.rejects(
          target.restore(await change(path, flipped(at)), path === secret ? KEY : undefined),
          /damaged or cut short/,
        );
    await assert.rejects(target.restore(plain, KEY), /not encrypted, so anybody may have made it/);
    await assert.rejects(
      target.restore(await change(plain, (all) => all.subarray(0, 5000))),
      /damaged or cut/,
    );
    await assert.rejects(
      target.restore(await change(plain, (all) => all.subarray(0, 10))),
      /no backup of this shop/,
    );
    await assert.rejects(
      target.restore(await change(plain, () => Buffer.alloc(0))),
      /no backup of this shop/,
    );
    await assert.rejects(target.restore(join(scratch, 'none')), /cannot be read \(ENOENT\)/);
    const newer = (all: Buffer) => Buffer.concat([Buffer.from('northbridge-backup 2 plain\n'), all]);
    await assert.rejects(target.restore(await change(plain, newer)), /newer version/);
    await assert.rejects(target.restore(secret), /is encrypted. Set BACKUP_KEY/);
    await assert.rejects(target.restore(secret, 'j'.repeat(32)), /not the key/);
    const { rows } = await target.database.pool.query("select from pg_class where relname = 'products'");
    assert.equal(rows.length, 0);
    // And it is still good for the right one.
    await target.restore(secret, KEY);
    await target.database.drop();
  });

  test('from a file that names files of other folders', async () => {
    const target = await empty();
    for (const file of [
      { file: '../../escaped.webp', folder: 'images' },
      { file: 'a.webp', folder: 'constructor' },
    ])
      await assert.rejects(
        target.restore(await forge(file, { bytes: '' }, { end: { rows: {}, files: 1 } })),
        /name that no shop gives|does not know/,
      );
    await target.database.drop();
  });

  test('from a file of other lines, and its operator is told so in a sentence', async () => {
    const target = await empty();
    const refused = async (path: string, message: RegExp) =>
      await assert.rejects(
        target.restore(path),
        (error) => error instanceof OperatorError && message.test(error.message),
      );
    for (const bytes of [
      Buffer.from('not compressed'),
      gzipSync('not JSON\n'),
      gzipSync('{"shop":null}\n'),
      gzipSync('[]\n'),
      gzipSync('{"rows":[]}'),
    ])
      await refused(await sealedOf(bytes), /lines that this shop does not write/);
    for (const entry of [
      { rows: [5] },
      { rows: ['{}'], table: 'users' },
      { sequences: { a: 'b' } },
      { end: {} },
    ])
      await refused(await forge(entry), /lines that this shop does not write/);
    for (const entry of [{ rows: ['{}'] }, { bytes: '' }]) await refused(await forge(entry), /of nothing/);
    const client = await shop.database.pool.connect();
    const { columns } = (await listTables(client)).find(({ name }) => name === 'mails')!;
    client.release();
    const mails = { table: 'mails', columns, unchecked: [] };
    const values: Record<string, string> = {
      uuid: randomUUID(),
      text: 'x',
      jsonb: `"${'['.repeat(100_000)}"`,
    };
    const deep = `{${columns.map(([, type]) => values[type] ?? 'null')}}`;
    for (const entries of [
      [mails, { rows: ['odd'] }],
      [mails, { rows: [deep] }],
      [{ sequences: { none: 1 } }],
    ])
      await refused(await forge(...entries), /^The database refuses what the backup has \(\w{5}\)/);
    await target.database.drop();
  });

  test('into a shop that somebody uses, or that is newer than the backup', async () => {
    const path = await take();
    const used = await empty({ isMigrated: true });
    const id = await addProduct(used.database, 1);
    await assert.rejects(used.restore(path), /There is a shop in this database already/);
    const { rows } = await used.database.pool.query('select id from products');
    assert.deepEqual(rows, [{ id }]);
    await used.database.drop();
    const newer = await empty();
    await migrate(newer.database.pool, { folder: await laterSchema() });
    await assert.rejects(newer.restore(path), /tables of a newer version/);
    await newer.database.drop();
  });
});

test('a backup that fails leaves no file, and none takes the place of another', async () => {
  const before = await readdir(scratch);
  let meanwhile: string[] = [];
  const open = async () => {
    meanwhile = await readdir(scratch);
    throw new Error('The disk is gone');
  };
  const failing = { ...own, files: { ...own.files, open } };
  const { pool } = shop.database;
  const path = join(scratch, 'failed.backup');
  const parts = { pool, key: undefined, log: () => {} };
  await assert.rejects(backUp(path, { ...parts, folders: failing }), /The disk is gone/);
  const partial = meanwhile.filter((name) => !before.includes(name));
  assert.match(partial.join(), /^failed\.backup\.\w{12}\.partial$/);
  await assert.rejects(
    backUp(join(scratch, 'none', 'a.backup'), { ...parts, folders: own }),
    /cannot be written/,
  );
  assert.deepEqual(await readdir(scratch), before);
  const whole = await take();
  await assert.rejects(backUp(whole, { ...parts, folders: own }), /exists already/);
  const none = await createTestDatabase({ empty: true });
  await assert.rejects(
    backUp(path, { pool: none.pool, folders: own, key: undefined, log: () => {} }),
    /no shop/,
  );
  await none.drop();
});

test('of two backups to one name at once, one is written and whole, and the other is refused', async () => {
  const path = join(scratch, 'one-name.backup');
  const options = { pool: shop.database.pool, folders: own, key: undefined, log: () => {} };
  const done = await Promise.allSettled([backUp(path, options), backUp(path, options)]);
  const [refused, ...others] = done.filter((one) => one.status === 'rejected');
  assert.ok(refused && others.length === 0);
  assert.match(refused.reason.message, /exists already/);
  for await (const _ of await readSealed(path, undefined, EntrySchema));
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  assert.ok(!(await readdir(scratch)).some((name) => name.startsWith('one-name.backup.')));
});

test('a relative name of a file is one in the folder where the command was given', async () => {
  const env = { ...process.env, INIT_CWD: scratch, DATABASE_URL: shop.database.url, DATA_DIR: scratch };
  const command = join(import.meta.dirname, '../../../launch/backup.ts');
  const { stdout } = await run(process.execPath, [command, 'relative.backup'], { env, cwd: tmpdir() });
  assert.match(stdout, /relative\.backup is written/);
  assert.ok((await readdir(scratch)).includes('relative.backup'));
  // Known to the gauge of the last one.
  assert.ok((await readUpkeep(shop.database.db)).backup);
});

test('a backup without the uploads that the shop names says so, as its restore does, and that DATA_DIR may be another', async () => {
  const { database } = shop;
  const picture = 'a1'.repeat(12);
  const file = 'b2'.repeat(32);
  const id = await addProduct(database, 1, {});
  const name = (image: string, attachments: object[]) =>
    database.pool.query('update products set image = $2, attachments = $3 where id = $1', [
      ...[id, image, JSON.stringify(attachments)],
    ]);
  await name(`/images/${picture}.webp`, [{ url: `/files/${file}.pdf` }]);
  assert.deepEqual(await findMissing(database.pool, own), [`files/${file}.pdf`, `images/${picture}.webp`]);
  const env = {
    ...process.env,
    DATA_DIR: join(scratch, 'other'),
  };
  const target = await empty();
  for (const [command, DATABASE_URL] of [
    ['backup.ts', database.url],
    ['restore.ts', target.database.url],
  ] as const)
    await assert.rejects(
      run(
        process.execPath,
        [join(import.meta.dirname, '../../../launch', command), join(scratch, 'without.backup')],
        { env: { ...env, DATABASE_URL }, cwd: tmpdir() },
      ),
      ({ stdout }) =>
        /2 uploads that products and settings name are not in \S+\/other, nor in the backup/.test(stdout),
    );
  await target.database.drop();
  await own.images.write(`${picture}-640.webp`, Buffer.from('a picture'), 'image/webp');
  await own.files.write(`${file}.pdf`, Buffer.from('a file'), 'application/pdf');
  assert.deepEqual(await findMissing(database.pool, own), []);
  await name('/images/screw.webp', []);
});

test('a restore by the command says first which database and folder it fills', async () => {
  const path = await take();
  const { database } = await empty();
  const dataDir = join(scratch, 'by-command');
  const command = join(import.meta.dirname, '../../../launch/restore.ts');
  // The tests' own database is reached as docs/going-live.md has it: by an address without a host before its name.
  const env = { ...process.env, DATABASE_URL: database.url, SANDBOX: '1', DATA_DIR: dataDir };
  const { stdout } = await run(process.execPath, [command, path], { env, cwd: tmpdir() });
  const [first = ''] = stdout.split('\n');
  const { rows } = await database.pool.query('select current_database() as name');
  const [, host, port] = /^Into the database \S+ at (\S+), port (\d+), /.exec(first) ?? [];
  const { rows: settings } = await database.pool.query("select current_setting('port') as port");
  assert.ok(first.startsWith(`Into the database ${rows[0].name} at `), first);
  assert.equal(port, settings[0].port);
  assert.ok(host?.startsWith('/') || host === 'localhost', first);
  assert.ok(first.endsWith(`, with its uploads in ${dataDir}`), first);
  assert.match(stdout, /The sandbox's Stripe is not in a backup[^\n]*\n[\s\S]*The audit finds no fault/);
  await database.drop();
});
