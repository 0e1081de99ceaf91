// What runs, and is set up so that it will not do.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { createTestDatabase } from '../../../tests/fixtures/database.ts';
import { haveTodos, NOWHERE, serve, told } from '../../../tests/fixtures/findings.ts';
import { type Env, readEnv } from '../../ground/env.ts';
import { noteUpkeep } from '../../status/upkeep.ts';
import { lookAtDatabase } from './database.ts';
import { lookAtProxies } from './proxies.ts';
import { lookAtSecrets } from './secrets.ts';
import { lookAtStorage } from './storage.ts';

const folder = await mkdtemp(join(tmpdir(), 'northbridge-doctor-'));
const database = await createTestDatabase();
after(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const envOf = (variables: Record<string, string> = {}): Env => readEnv({ DATA_DIR: folder, ...variables });

describe('the database of a shop', () => {
  const lookWith = async (options: string, processes = 1) => {
    const mark = database.url.includes('?') ? '&' : '?';
    const databaseUrl = `${database.url}${mark}options=${encodeURIComponent(options)}`;
    return lookAtDatabase({ databaseUrl, sandbox: false, dataDir: folder, processes });
  };

  test('whose user only reads is told, by its setting and by its rights', async () => {
    const found = await lookWith('-c default_transaction_read_only=on');
    assert.match(told(found), /wrong: DATABASE_URL: the database user \w+ only reads/);
    const user = `doctor_${randomBytes(6).toString('hex')}`;
    await database.pool.query(`create role ${user}; grant create on schema public to ${user};
      grant select on all tables in schema public to ${user}`);
    const closed = await lookWith(`-c role=${user}`);
    await database.pool.query(`drop owned by ${user}; drop role ${user}`);
    assert.match(told(closed), new RegExp(`wrong: .+ ${user} may not write \\d+ tables`));
    assert.ok(haveTodos([...found, ...closed]));
  });

  test('that allows fewer connections than the processes have is told', async () => {
    assert.match(told(await lookWith('', 1)), /well: DATABASE_URL: 1 process has 10 connections/);
    assert.match(told(await lookWith('', 1000)), /wrong: DATABASE_URL: 1000 processes have 6000 connections/);
  });

  test('is told when its last backup was', async () => {
    assert.match(told(await lookWith('')), /look: No backup has been made/);
    await noteUpkeep(database.db, 'backup');
    assert.match(told(await lookWith('')), /well: The last backup is of \d{4}-/);
  });
});

test('proxies that are the whole internet are told', async () => {
  const of = async (TRUST_PROXY: string) => told(await lookAtProxies(envOf({ TRUST_PROXY })));
  assert.match(await of('loopback, 10.0.0.0/8, fc00::/7, ::1/128, ::ffff:10.0.0.0/104'), /^well/);
  assert.match(await of('loopback, 0.0.0.0/0'), /^wrong: TRUST_PROXY: 0\.0\.0\.0\/0 is/);
  for (const all of ['::/0', '::ffff:0.0.0.0/96', '::ffff:a00:0/97', '::/80'])
    assert.match(await of(all), /^wrong/, all);
});

test('a picture host says whether that is there, without its key', async () => {
  const { origin } = await serve((_request, response) => response.writeHead(404).end());
  const there = await lookAtStorage(envOf({ IMAGE_UPLOAD_URL: `${origin}/1/upload?key=secret` }));
  assert.match(told(there), /look: IMAGE_UPLOAD_URL: 127\.0\.0\.1:\d+ answers/);
  const dead = await lookAtStorage(envOf({ IMAGE_UPLOAD_URL: `http://${NOWHERE}/1/upload?key=secret` }));
  assert.match(told(dead), /wrong: IMAGE_UPLOAD_URL: 127\.0\.0\.1:9 cannot be reached/);
  assert.doesNotMatch(JSON.stringify([...there, ...dead]), /secret/);
});

test('secrets of one letter, and misspelt variables, are told', async () => {
  const weak = { ENV_FILE: '', BACKUP_KEY: 'x'.repeat(32), STOCK_HOLD_MINUTE: '5' };
  const found = await lookAtSecrets({ authSecret: 'a'.repeat(32), metricsToken: '1'.repeat(16) }, weak);
  assert.match(told(found), /look: STOCK_HOLD_MINUTE: did you mean STOCK_HOLD_MINUTES\?/);
  for (const name of ['AUTH_SECRET', 'BACKUP_KEY', 'METRICS_TOKEN'])
    assert.match(told(found), new RegExp(`wrong: ${name} can be guessed`));
  assert.ok(haveTodos(found));
});
