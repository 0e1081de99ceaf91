import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createServer } from 'node:tls';
import { watchCertificate } from './certificate.ts';

const folder = await mkdtemp(join(tmpdir(), 'northbridge-certificate-'));
after(() => rm(folder, { recursive: true }));
const skip = spawnSync('which', ['openssl']).status !== 0 && 'openssl is not installed';

function watch(publicUrl: string | undefined) {
  const told: string[] = [];
  const log = { info: (_: object, text: string) => told.push(text) } as unknown as Parameters<
    typeof watchCertificate
  >[1];
  const { jobs, measures } = watchCertificate(publicUrl, log);
  return { jobs, told, read: () => measures[0]!.read() };
}

test('tells when the certificate of PUBLIC_URL ends, even one that is not trusted, and looks once a day', {
  skip,
}, async () => {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '5'],
    ...['-subj', '/CN=shop.example.com', '-keyout', key, '-out', cert],
  ]);
  assert.equal(made.status, 0, `${made.stderr}`);
  let connections = 0;
  const server = createServer({ key: await readFile(key), cert: await readFile(cert) }, (socket) => {
    socket.on('error', () => {}).end();
  }).listen(0, '127.0.0.1');
  server.on('tlsClientError', () => {});
  server.on('connection', () => {
    connections += 1;
  });
  await once(server, 'listening');
  const { jobs, read, told } = watch(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
  assert.equal(await read(), undefined);
  await jobs[0]!.run();
  await jobs[0]!.run();
  const days = ((await read()) as number) / 86_400 - Date.now() / 86_400_000;
  assert.ok(days > 4.9 && days <= 5, `${days}`);
  server.close();
  await once(server, 'close');
  assert.deepEqual([connections, told], [1, []]);
});

test('an address that cannot be reached is told to the log and fails no job', async () => {
  const { jobs, read, told } = watch('https://127.0.0.1:9');
  await jobs[0]!.run();
  assert.equal(await read(), undefined);
  assert.deepEqual(told, ['the certificate of PUBLIC_URL cannot be seen from here']);
});

test('there is nothing to look at without TLS', () => {
  for (const publicUrl of [undefined, 'http://localhost:3000']) assert.deepEqual(watch(publicUrl).jobs, []);
});
