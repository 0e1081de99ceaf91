import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../tests/fixtures/database.ts';
import { addProduct, expectGoods, purchaseFor } from '../../../tests/fixtures/purchases.ts';
import { startShopWithTill } from '../../../tests/fixtures/shop-with-till.ts';
import { listApplied, listMigrations, migrate } from '../../ground/database/migrate.ts';
import { readEnv } from '../../ground/env.ts';
import { OperatorError } from '../../ground/operator-error.ts';
import { createDiskStore } from '../../ground/storage/disk.ts';
import { startShop } from '../../start.ts';
import { readUpkeep } from '../../status/upkeep.ts';
import { audit } from '../audit/audit.ts';
import { backUp } from './backup.ts';
import { seal } from './container.ts';
import { EntrySchema } from './entries.ts';
import { readSealed, writeSealed } from './file.ts';
import { findMissing } from './missing.ts';
import { restore } from './restore.ts';
import { listTables, quoted } from './tables.ts';

const run = promisify(execFile);
const KEY = 'k'.repeat(32);
const { shop, till, buyer } = await startShopWithTill();
const scratch = await mkdtemp(join(tmpdir(), 'northbridge-backup-'));
after(() => rm(scratch, { recursive: true }));

const foldersIn = (folder: string) => ({
  images: createDiskStore(join(scratch, folder, 'images')),
  files: createDiskStore(join(scratch, folder, 'files')),
});
const own = foldersIn('own');
/** More than one line, and one that ends where a line does. */
const FILES: [name: string, bytes: Buffer][] = [
  ['a.pdf', randomBytes(500_000)],
  ['b.pdf', randomBytes(3 * 65_536)],
  ['c.pdf', Buffer.alloc(0)],
];
for (const [name, bytes] of FILES) await own.files.write(name, bytes, 'application/pdf');
await own.images.write('0af3-320.webp', Buffer.from('a picture'), 'image/webp');

let made = 0;
/** Backs the shop up; returns the file's path. */
async function take(key?: string, pool: pg.Pool = shop.database.pool): Promise<string> {
  made += 1;
  const path = join(scratch, `${made}.backup`);
  await backUp(path, { pool, folders: own, key, log: () => {} });
  return path;
}

const LATER = '9999-later.sql';
/** The folder of a version with one migration more. */
async function laterSchema(): Promise<URL> {
  const folder = await mkdtemp(join(scratch, 'schema-'));
  await cp(join(import.meta.dirname, '../../ground/database'), folder, {
    recursive: true,
    filter: (path) => !path.endsWith('.ts'),
  });
  await writeFile(
    join(folder, 'migrations', LATER),
    'alter table products add column later integer not null default 1',
  );
  return pathToFileURL(`${folder}/`);
}

/** A database without a row of the shop, or without a table, and folders that are not there yet. */
async function empty({ isMigrated = false } = {}) {
  const database = await createTestDatabase({ empty: !isMigrated });
  made += 1;
  return {
    database,
    folders: foldersIn(`restored-${made}`),
    restore: (path: string, key?: string, schema?: URL) =>
      restore(path, {
        ...(schema && { schema }),
        pool: database.pool,
        folders: foldersIn(`restored-${made}`),
        scratch,
        key,
        log: () => {},
      }),
  };
}

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

/** Places a purchase and pays it. */
async function buy(): Promise<void> {
  const parts = await Promise.all([
    addProduct(shop.database, 1000, { minOrder: 1 }),
    addProduct(shop.database, 0, { minOrder: 1 }),
  ]);
  const { dueOn } = await expectGoods(shop.database, parts[1], 500);
  const body = purchaseFor(parts.map((_id) => [{ _id, price: 2.5 }, 100]));
  Object.assign(body.lines[1]!, { receiptDate: dueOn });
  const placed = await shop.call('POST /purchases', { token: buyer.token, body });
  assert.equal(placed.status, 201, JSON.stringify(placed.body));
  const { body: payment } = await shop.call(`POST /purchases/${placed.body.insertedId}/payment`, {
    token: buyer.token,
  });
  const { body: intent } = await till.pay(payment.clientSecret);
  await shop.call(`PATCH /purchases/${placed.body.insertedId}`, {
    ...{ token: buyer.token, body: { transactionId: intent.id } },
  });
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

  test('is of one moment, whatever is ordered meanwhile', async () => {
    let isDone = false;
    const orders = (async () => {
      while (!isDone) await buy();
    })();
    const paths = [await take(), await take(), await take()];
    isDone = true;
    await orders;
    for (const path of paths) {
      const target = await empty();
      await target.restore(path);
      assert.deepEqual((await audit(target.database.db)).faults, []);
      await target.database.drop();
    }
  });

  test('keeps a row that does not meet a constraint which is younger than the row', async () => {
    const old = await empty({ isMigrated: true });
    const { pool } = old.database;
    await pool.query('alter table products drop constraint products_available_bound');
    const id = await addProduct(old.database, 5);
    await pool.query('update products set available = 2000000001 where id = $1', [id]);
    await pool.query(
      'alter table products add constraint products_available_bound check (available <= 2000000000) not valid',
    );
    const target = await empty();
    await target.restore(await take(undefined, pool));
    const kept = await target.database.pool.query('select available from products where id = $1', [id]);
    assert.equal(kept.rows[0].available, 2_000_000_001);
    await Promise.all([old.database.drop(), target.database.drop()]);
  });

  test('of an older schema is restored into that, and brought to the newest', async () => {
    const target = await empty();
    await target.restore(await take(), undefined, await laterSchema());
    const applied = await listApplied(target.database.pool);
    assert.deepEqual(applied, [...(await listMigrations()), LATER]);
    const { rows: products } = await target.database.pool.query('select later from products');
    assert.ok(products.length > 0 && products.every(({ later }) => later === 1));
    await target.database.drop();
  });
});

/** A backup of these entries after the first one, as somebody else could make it. */
async function forge(...entries: object[]): Promise<string> {
  made += 1;
  const path = join(scratch, `${made}.backup`);
  async function* all() {
    yield { shop: { migrations: await listMigrations(), madeAt: new Date().toISOString() } };
    yield* entries;
  }
  await writeSealed(path, all(), undefined);
  return path;
}

/** A file that is sealed, and has none of the lines that a shop writes. */
async function sealedOf(bytes: Buffer): Promise<string> {
  made += 1;
  const path = join(scratch, `${made}.backup`);
  async function* only() {
    yield bytes;
  }
  await writeFile(path, Readable.from(seal(only(), undefined)));
  return path;
}

test('a backup that names constraints as unchecked takes none away that its schema checks', async () => {
  const path = await take();
  const forged = join(scratch, 'forged.backup');
  const entries = async function* () {
    for await (const entry of await readSealed(path, undefined, EntrySchema))
      yield 'table' in entry && entry.table === 'products'
        ? { ...entry, unchecked: ['products_price_micros_check'] }
        : entry;
  };
  await writeSealed(forged, entries(), undefined);
  const target = await empty();
  await target.restore(forged);
  const { rows } = await target.database.pool.query(
    "select convalidated from pg_constraint where conname = 'products_price_micros_check'",
  );
  assert.deepEqual(rows, [{ convalidated: true }]);
  await target.database.drop();
});

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

  test('of a backup of a newer version, nor where it is interrupted: it can be restored then', async () => {
    const target = await empty();
    const { pool } = shop.database;
    await pool.query("insert into migrations (name) values ('9999-later.sql')");
    const later = await take();
    await pool.query("delete from migrations where name = '9999-later.sql'");
    await assert.rejects(target.restore(later), /newer version/);
    const path = await take();
    const { folders } = target;
    const failing = {
      ...folders,
      files: { ...folders.files, take: () => Promise.reject(new Error('The disk is full')) },
    };
    const parts = { pool: target.database.pool, scratch, key: undefined, log: () => {} };
    await assert.rejects(restore(path, { ...parts, folders: failing }), /The disk is full/);
    const { rows } = await target.database.pool.query('select from users');
    assert.equal(rows.length, 0);
    await restore(path, { ...parts, folders });
    assert.deepEqual((await audit(target.database.db)).faults, []);
    await target.database.drop();
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

test('a backup without the uploads that the shop names says so, and that DATA_DIR may be another', async () => {
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
    INIT_CWD: scratch,
    DATABASE_URL: database.url,
    DATA_DIR: join(scratch, 'other'),
  };
  const command = join(import.meta.dirname, '../../../launch/backup.ts');
  await assert.rejects(
    run(process.execPath, [command, 'without.backup'], { env, cwd: tmpdir() }),
    ({ stdout }) => /2 uploads that products and settings name are not in it/.test(stdout),
  );
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
