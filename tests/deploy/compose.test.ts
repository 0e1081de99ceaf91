// nightly: runs the servers that deploy/ is for
// deploy/compose.yaml is read as Docker's Compose reads it. There is no Docker here that would run it.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { readEnv } from '../../server/ground/env.ts';
import { filledExample } from './example.ts';
import { run, unless } from './programs.ts';

const DEPLOY = join(import.meta.dirname, '..', '..', 'deploy');

/** What this test reads of a service (https://github.com/compose-spec/compose-spec). */
interface Service {
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  restart?: string;
  privileged?: boolean;
  healthcheck?: object;
  environment: Record<string, string>;
  env_file?: string;
  ports?: string[];
  volumes?: string[];
  stop_grace_period?: string;
  build?: { context: string; dockerfile: string };
}

const file = await readFile(join(DEPLOY, 'compose.yaml'), 'utf8');
const { services, volumes } = parse(file, { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, null>;
};
/** What deploy/.env says. */
const SETTINGS = { SHOP_HOST: 'shop.example.com', POSTGRES_PASSWORD: randomBytes(24).toString('hex') };

test('every container of compose.yaml is confined, starts again, and has what it keeps in a volume', () => {
  assert.deepEqual(Object.keys(services).sort(), ['caddy', 'database', 'shop-1', 'shop-2']);
  for (const [name, service] of Object.entries(services)) {
    assert.equal(service.read_only, true, name);
    assert.deepEqual(service.cap_drop, ['ALL'], name);
    assert.deepEqual(service.cap_add, name === 'caddy' ? ['NET_BIND_SERVICE'] : undefined, name);
    assert.deepEqual(service.security_opt, ['no-new-privileges:true'], name);
    assert.equal(service.restart, 'unless-stopped', name);
    assert.equal(service.privileged, undefined, name);
    // That of the shop is in its image, where tests/deploy/image.test.ts tries it.
    assert.equal(service.healthcheck !== undefined, !name.startsWith('shop'), name);
    // Only Caddy is open to the public.
    assert.equal(service.ports !== undefined, name === 'caddy', name);
    for (const volume of service.volumes ?? [])
      assert.ok(volume.startsWith('./') || volume.split(':')[0]! in volumes, volume);
  }
});

test("the shop's variables in compose.yaml are those that it reads, with a file of variables as the example", async () => {
  const example = await filledExample();
  for (const name of ['shop-1', 'shop-2']) {
    const { environment, env_file } = services[name]!;
    assert.equal(env_file, 'northbridge.env');
    const given = Object.fromEntries(
      Object.entries(environment).map(([variable, value]) => [variable, interpolate(value)]),
    );
    const read = new Set<string | symbol>();
    const source = new Proxy(
      { ...example, ...given },
      {
        get(target, variable, receiver) {
          read.add(variable);
          return Reflect.get(target, variable, receiver);
        },
      },
    );
    const env = readEnv(source);
    for (const variable of Object.keys(given)) assert.ok(read.has(variable), variable);
    assert.equal(env.sandbox, false);
    assert.equal(env.publicUrl, `https://${SETTINGS.SHOP_HOST}`);
    // Containers have private addresses. Caddy is the only one that reaches the shop from outside.
    assert.deepEqual(env.trustProxy, ['uniquelocal']);
    assert.ok(services[name]!.volumes!.includes(`uploads:${env.dataDir}`), env.dataDir);
    const database = new URL(env.databaseUrl!);
    assert.ok(database.hostname in services, database.hostname);
    const { POSTGRES_USER, POSTGRES_DB, POSTGRES_PASSWORD } = services[database.hostname]!.environment;
    assert.deepEqual(
      [database.username, database.pathname, database.password],
      [POSTGRES_USER, `/${POSTGRES_DB}`, interpolate(POSTGRES_PASSWORD!)],
    );
  }
});

test('compose.yaml builds the image, and Caddy sends requests to both processes', async () => {
  const { build } = services['shop-1']!;
  assert.ok(await readFile(join(DEPLOY, build!.context, build!.dockerfile), 'utf8'));
  const { SHOP_AT, SHOP_HOST } = services.caddy!.environment;
  for (const at of SHOP_AT!.split(' ')) assert.ok(at.replace(/:3000$/, '') in services, at);
  const caddyfile = await readFile(join(DEPLOY, 'Caddyfile'), 'utf8');
  assert.ok(SHOP_HOST && caddyfile.includes('{$SHOP_HOST:') && caddyfile.includes('{$SHOP_AT:'));
});

test('compose.yaml is valid for Docker Compose', { skip: unless('docker-compose') }, async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'northbridge-compose-'));
  try {
    await cp(DEPLOY, scratch, { recursive: true });
    await cp(join(scratch, 'northbridge.env.example'), join(scratch, 'northbridge.env'));
    const written = Object.entries(SETTINGS).map(([name, value]) => `${name}=${value}\n`);
    await writeFile(join(scratch, '.env'), written.join(''));
    const args = ['-f', join(scratch, 'compose.yaml'), '--project-directory', scratch, 'config', '--quiet'];
    const { status, said } = run('docker-compose', args);
    assert.equal(status, 0, said);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
});

/** Puts in what deploy/.env says. Throws for a variable that deploy/compose.env.example does not have. */
function interpolate(text: string): string {
  return text.replace(/\$\{(\w+):\?[^}]*\}/g, (_, name: string) => {
    assert.ok(name in SETTINGS, name);
    return SETTINGS[name as keyof typeof SETTINGS];
  });
}
