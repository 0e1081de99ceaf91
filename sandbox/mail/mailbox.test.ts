import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import Fastify from 'fastify';
import { createTransport } from 'nodemailer';
import { createMailSandbox } from './plugin.ts';
import { MailStore } from './store.ts';

const parent = await mkdtemp(join(tmpdir(), 'mailbox-test-'));
const folder = join(parent, 'mail');
await mkdir(folder);
await writeFile(join(folder, '0000000000000-0123456789abcdef.json.half.tmp'), '{');
const sandbox = await createMailSandbox(folder);
const transport = createTransport(sandbox.transport);
const app = Fastify();
await app.register(sandbox.plugin);
await app.listen({ port: 0, host: '127.0.0.1' });
const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
after(async () => {
  await app.close();
  await rm(parent, { recursive: true, force: true });
});

async function read(path: string) {
  const response = await fetch(origin + path);
  return {
    status: response.status,
    policy: response.headers.get('content-security-policy') ?? '',
    text: await response.text(),
  };
}

const send = (fields: object) =>
  transport.sendMail({ from: 'Shop <shop@example.com>', to: 'ada@example.com', text: 'Hello', ...fields });

/** Returns the page of the message with this subject. */
async function find(subject: string): Promise<string[]> {
  const { text } = await read('/sandbox/mail');
  return [...text.matchAll(/<a href="([^"]+)">([^<]+)<\/a>/g)]
    .filter(([, , title]) => title === subject)
    .map(([, path]) => path!);
}

describe('the mailbox', () => {
  test('is empty at first, and removes a partly written file', async () => {
    const { status, text } = await read('/sandbox/mail');
    assert.equal(status, 200);
    assert.match(text, /No mail yet/);
    assert.deepEqual(await readdir(folder), []);
  });

  test('lists messages, newest first, and shows one with its text', async () => {
    await send({ subject: 'Older', date: new Date('2026-01-01T00:00:00Z') });
    await send({
      subject: 'Newer',
      date: new Date('2026-01-02T00:00:00Z'),
      to: [{ name: 'Ada <b>', address: 'ada@example.com' }],
      text: 'Look: https://example.com/a?b=1&c=2 <script>alert(1)</script>',
    });
    const { text: list } = await read('/sandbox/mail');
    assert.ok(list.indexOf('Newer') < list.indexOf('Older'));
    const [path] = await find('Newer');
    const { text, policy } = await read(path!);
    assert.match(text, /<h1>Newer<\/h1>/);
    assert.match(text, /Shop &lt;shop@example\.com&gt;/);
    assert.match(text, /Ada &lt;b&gt; &lt;ada@example\.com&gt;/);
    assert.match(
      text,
      /<a href="https:\/\/example\.com\/a\?b=1&amp;c=2" target="_blank" rel="noopener noreferrer">/,
    );
    assert.doesNotMatch(text, /<script|<iframe/);
    assert.match(policy, /default-src 'none'.*frame-ancestors 'none'/);
  });

  test('shows an HTML part in a frame that runs and loads nothing', async () => {
    await send({
      subject: 'Rich',
      html: '<html><head><title>x</title></head><script>alert(1)</script><p>Hi',
    });
    const [path] = await find('Rich');
    const { text } = await read(path!);
    const frame = text.match(/<iframe src="([^"]+)" title="[^"]+" sandbox="([^"]*)"/)!;
    assert.doesNotMatch(frame[2]!, /allow-(scripts|same-origin|forms|top-navigation)/);
    const part = await read(frame[1]!);
    assert.match(part.policy, /default-src 'none'/);
    assert.match(part.policy, /; sandbox allow-popups allow-popups-to-escape-sandbox$/);
    assert.doesNotMatch(part.policy, /script-src|allow-scripts|allow-same-origin/);
    assert.match(part.text, /<head><base target="_blank">/);
  });

  test('stores a message once when it is sent repeatedly', async () => {
    const same = { subject: 'Same', messageId: '<1@example.com>', date: new Date('2026-01-03T00:00:00Z') };
    await Promise.all([send(same), send(same), send(same)]);
    assert.equal((await find('Same')).length, 1);
  });

  test('answers 404 for unknown messages and for path traversal', async () => {
    await writeFile(
      join(parent, 'secret.json'),
      JSON.stringify({ date: new Date(), html: 'secret', text: '' }),
    );
    for (const name of ['1234567890123-0123456789abcdef', '..%2fsecret', 'x']) {
      assert.equal((await read(`/sandbox/mail/messages/${name}`)).status, 404, name);
      assert.equal((await read(`/sandbox/mail/messages/${name}/html`)).status, 404, name);
    }
  });

  test('keeps the newest 500', async () => {
    const store = new MailStore(folder);
    const message = { from: 'a@example.com', to: 'b@example.com', subject: 'Flood', text: '' };
    for (let n = 0; n < 510; n += 1) {
      const date = new Date(Date.UTC(2100, 0, 1, 0, 0, n)).toISOString();
      await store.add({ ...message, messageId: `<${n}@flood>`, date });
    }
    const kept = await store.list();
    assert.equal(kept.length, 500);
    assert.equal(kept[0]!.messageId, '<509@flood>');
    assert.deepEqual(await find('Older'), []);
  });
});
