import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../until.ts';
import { makeDebianRoot } from './debian-root.ts';
import { enterDebian, type FreshDebian } from './fresh-debian.ts';
import { run } from './programs.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** A name that only the root knows: Caddy certifies names of localhost by an authority of its own. */
const SHOP_HOST = 'shop.localhost';
/** Where the root has a copy of this repository. */
const REPOSITORY = '/srv/northbridge.git';
const AUTHORITY = '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt';
/** What the guide's programs listen at. */
const PORTS = [80, 443, 2019, 3000, 5432];

/** A command of the guide. */
export interface Step {
  number: number;
  title: string;
  command: string;
}

const GUIDE = join(ROOT, 'docs', 'going-live.md');
const UPDATES = '\n## 10. Updates\n';

/** Returns the blocks of commands in a text of the guide. */
const blocksIn = (text: string) => [...text.matchAll(/```sh\n(.*?)\n```/gs)].map(([, block]) => block!);

/** Returns the commands with which docs/going-live.md updates a shop: beside it, in its place, and back. */
export async function readUpdate(): Promise<string[]> {
  const [, updates = ''] = (await readFile(GUIDE, 'utf8')).split(UPDATES);
  return blocksIn(updates);
}

/** Returns the numbered commands of the first block of docs/going-live.md. */
export async function readSteps(): Promise<Step[]> {
  const [block = ''] = blocksIn(await readFile(GUIDE, 'utf8'));
  const steps: Step[] = [];
  for (const line of block.split('\n')) {
    const [, number, title] = /^# (\d+)\. (.*)$/.exec(line) ?? [];
    if (title) steps.push({ number: Number(number), title, command: '' });
    else steps.at(-1)!.command += `${line}\n`;
  }
  return steps;
}

/**
 * Follows docs/going-live.md in a fresh root of Debian, command by command, with the last commit of this repository, until the shop
 * answers by https; then its commands for an update, to a commit more, and back. Needs root, the ports that its programs listen at, and Debian's and npm's packages.
 */
export async function followGuide(say: (line: string) => void): Promise<void> {
  for (const port of PORTS) await requireFree(port);
  const [variables, ...steps] = await readSteps();
  const folder = await mkdtemp(join(tmpdir(), 'northbridge-install-'));
  const root = join(folder, 'root');
  let debian: FreshDebian | undefined;
  try {
    const began = performance.now();
    makeDebianRoot(root, { packages: ['apt', 'passwd', 'ca-certificates', 'util-linux'] });
    // Nobody asks Stripe about keys that are not anybody's.
    debian = await enterDebian(root, [SHOP_HOST, 'api.stripe.com']);
    await copyRepository(root);
    say(`a fresh Debian: ${secondsSince(began)} s`);

    const started = performance.now();
    const own = ownValues(variables!);
    for (const step of steps) {
      const at = performance.now();
      const { status, said } = debian.run(`${own}\n${step.command}`);
      say(`${step.number}. ${step.title}: ${secondsSince(at)} s`);
      if (step === steps.at(-1)) requireDiagnosis(said);
      else assert.equal(status, 0, `${step.command}\n${said}`);
      if (/systemctl .*caddy/.test(step.command)) await trustCaddy(debian);
    }
    say(`from nothing to a shop behind TLS: ${steps.length + 1} commands, ${secondsSince(started)} s`);
    await requireServed(debian);
    await followUpdate(debian, say);
  } finally {
    await debian?.leave();
    await rm(folder, { recursive: true, force: true });
  }
}

const secondsSince = (moment: number) => ((performance.now() - moment) / 1000).toFixed(0);

/** Updates the shop to a commit that the repository has since, and takes it back: each is started anew, and serves. */
async function followUpdate(debian: FreshDebian, say: (line: string) => void): Promise<void> {
  const must = (command: string) => {
    const { status, said, out } = debian.run(command);
    assert.equal(status, 0, `${command}\n${said}`);
    return out.trim();
  };
  const served = () => must('git -C /opt/northbridge rev-parse HEAD');
  const before = served();
  const next = must(
    `cd ${REPOSITORY} && commit=$(git -c user.name=a -c user.email=a@example.com commit-tree -p HEAD -m next HEAD^{tree}) &&
     git update-ref HEAD "$commit" && echo "$commit"`,
  );
  const [beside, inPlace, back, ...others] = await readUpdate();
  assert.ok(beside && inPlace && back && others.length === 0);
  const building = performance.now();
  assert.match(must(beside), /nothing would run/);
  say(`an update beside the shop: ${secondsSince(building)} s`);
  await requireServed(debian);
  assert.equal(served(), before);
  for (const [what, command, is] of [
    ['in its place', inPlace, next],
    ['back', back, before],
  ] as const) {
    const away = performance.now();
    must(command);
    must(
      `timeout 300 sh -c 'until curl --silent --fail --output /dev/null https://${SHOP_HOST}/readyz; do sleep 1; done'`,
    );
    assert.equal(served(), is);
    // A process keeps its folder when that gets another name.
    assert.equal(must('readlink /proc/$(cat /run/northbridge.started)/cwd'), '/opt/northbridge');
    say(`${what}: ready after ${secondsSince(away)} s`);
    await requireServed(debian);
  }
}

/** The first command of the guide with values of one's own, as it asks for. */
function ownValues({ command }: Step): string {
  const key = () => randomBytes(12).toString('hex');
  const values: Record<string, string> = {
    SHOP_HOST,
    REPOSITORY,
    STRIPE_SECRET_KEY: `sk_test_${key()}`,
    STRIPE_PUBLISHABLE_KEY: `pk_test_${key()}`,
    STRIPE_WEBHOOK_SECRET: `whsec_${key()}`,
  };
  const names = [...command.matchAll(/(\w+)=\S+/g)].map(([, name]) => name!);
  assert.deepEqual(names, Object.keys(values));
  return `export ${names.map((name) => `${name}=${values[name]}`).join(' ')}`;
}

/** Puts a copy of this repository where the root's users may fetch it from. */
async function copyRepository(root: string): Promise<void> {
  const { status, said } = run('git', ['clone', '--quiet', '--bare', ROOT, join(root, REPOSITORY)]);
  assert.equal(status, 0, said);
  await writeFile(join(root, 'etc/gitconfig'), '[safe]\n\tdirectory = *\n');
}

async function trustCaddy(debian: FreshDebian): Promise<void> {
  await until(async () => debian.run(`test -s ${AUTHORITY}`).status === 0);
  debian.trust(AUTHORITY);
}

/** The shop answers with what browsers need to be told, and keeps its monitors' pages to itself. */
async function requireServed(debian: FreshDebian): Promise<void> {
  const page = debian.run(`curl --silent --fail --include https://${SHOP_HOST}/`);
  assert.equal(page.status, 0, page.said);
  assert.match(page.said, /^strict-transport-security:/im);
  assert.match(page.said, /<\/html>/);
  // 22: an answer of 400 or more.
  assert.equal(debian.run(`curl --silent --fail https://${SHOP_HOST}/metrics`).status, 22);
}

/** The doctor finds everything well that is there: database, disk, address, certificate. Stripe does not know the keys. */
function requireDiagnosis(said: string): void {
  const wrong = said.split('\n').filter((line) => line.startsWith('  wrong'));
  assert.ok(wrong.length === 1 && wrong[0]!.includes('Stripe'), said);
}

async function requireFree(port: number): Promise<void> {
  const server = createServer().listen(port, '127.0.0.1');
  const [error] = await Promise.race([once(server, 'listening').then(() => []), once(server, 'error')]);
  assert.ok(!error, `port ${port} of this machine is in use`);
  server.close();
  await once(server, 'close');
}
