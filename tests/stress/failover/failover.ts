import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isInstalled } from '../../../launch/deployed-programs.ts';
import { ORIGIN } from './shops.ts';

const PROGRAMS = ['patroni', 'etcd', 'haproxy', 'ip', 'unshare', 'nsenter', 'setpriv', 'openssl'];

/** Why it cannot run here; undefined where it can. */
export function whyNot(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root may make machines out of namespaces';
  const missing = PROGRAMS.filter((name) => !isInstalled(name));
  if (!existsSync('/usr/lib/postgresql/15/bin/postgres')) missing.push("Debian's PostgreSQL 15");
  if (missing.length > 0) return `${missing.join(', ')} is not installed`;
  const { status } = spawnSync('unshare', [...OWN_WORLD, 'true']);
  return status === 0 ? undefined : 'this machine makes no namespaces';
}

/** With all processes that are ever started in it, it ends with its first one. */
const OWN_WORLD = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];

/**
 * Brings up a cluster from the files of deploy/cluster, on machines made of namespaces, and causes each fault, or some, for so many rounds
 * while buyers order and pay. Throws when something acknowledged is lost or done twice, an answer is neither good nor a
 * 503 with Retry-After, or the audit finds a fault.
 */
export async function failOver(
  rounds: number,
  which: 'all' | 'short',
  say: (line: string) => void,
): Promise<void> {
  const reason = whyNot();
  if (reason) throw new Error(`stress:failover cannot run: ${reason}.`);
  const scratch = mkdtempSync(join(tmpdir(), 'northbridge-failover-'));
  chmodSync(scratch, 0o711);
  try {
    makeCertificate(scratch);
    const { PATH = '' } = process.env;
    const program = [process.execPath, join(import.meta.dirname, 'run.ts'), String(rounds), scratch, which];
    // A shell is the first process of the world: it takes the ends of those whose parents have ended.
    const child = spawn('unshare', [...OWN_WORLD, 'sh', '-c', '"$@"; exit $?', 'sh', ...program], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        PATH,
        LC_ALL: 'C.UTF-8',
        NODE_EXTRA_CA_CERTS: join(scratch, 'certificate.pem'),
      },
    });
    const errors: string[] = [];
    child.stderr.on('data', (text) => errors.push(String(text)));
    createInterface({ input: child.stdout }).on('line', say);
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new Error(errors.join('').trim() || `it ended with ${code}`);
  } catch (error) {
    for (const name of readdirSync(scratch)) say(lastLines(join(scratch, name, 'log')));
    throw error;
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Makes a certificate of the shop's name, with its key, as HAProxy reads both. */
function makeCertificate(folder: string): void {
  const { hostname } = new URL(ORIGIN);
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const what = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const whose = ['-subj', `/CN=${hostname}`, '-addext', `subjectAltName=DNS:${hostname}`];
  const { status, stderr } = spawnSync('openssl', [
    'req',
    ...what,
    ...whose,
    '-keyout',
    key,
    '-out',
    certificate,
  ]);
  if (status !== 0) throw new Error(String(stderr));
  writeFileSync(certificate, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
}

function lastLines(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(-20).join('\n') : '';
}
