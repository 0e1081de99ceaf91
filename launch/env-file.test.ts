import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

const folder = mkdtempSync(join(tmpdir(), 'env-file-'));
after(() => rmSync(folder, { recursive: true }));

const READ = `await import(${JSON.stringify(import.meta.resolve('./env-file.ts'))});
console.log(JSON.stringify([process.env.PORT, process.env.MAIL_FROM]))`;

/** Runs a command in the folder with these variables and no others. */
function run(env: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', READ], {
    ...{ cwd: folder, env, encoding: 'utf8' },
  });
  return { status, read: stdout && JSON.parse(stdout), said: stderr };
}

test('nobody needs a file', () => {
  assert.deepEqual(run({ PORT: '1' }).read, ['1', null]);
});

test('what the environment does not say comes from .env, or from the file that ENV_FILE names', () => {
  writeFileSync(join(folder, '.env'), "PORT=4000\n# a comment\nMAIL_FROM='Shop <shop@example.com>'\n");
  writeFileSync(join(folder, 'other.env'), 'PORT=5000\n');
  assert.deepEqual(run({}).read, ['4000', 'Shop <shop@example.com>']);
  assert.deepEqual(run({ PORT: '1' }).read, ['1', 'Shop <shop@example.com>']);
  assert.deepEqual(run({ ENV_FILE: 'other.env' }).read, ['5000', null]);
  assert.deepEqual(run({ ENV_FILE: '' }).read, [null, null]);
});

test('lines that say nothing end the command, each by its number', () => {
  const lines = ['PORT 5731', 'export MAIL_FROM="Shop', ' of two lines"', '# A=', '', '=1', "A='open", 'B=1'];
  writeFileSync(join(folder, 'broken.env'), lines.join('\r\n'));
  const { status, said } = run({ ENV_FILE: 'broken.env' });
  assert.equal(status, 1);
  assert.equal(
    said,
    'broken.env: line 1, line 6, line 7 cannot be read. A line is NAME=value, or begins with #.\n',
  );
  writeFileSync(join(folder, 'whole.env'), lines.slice(1, 5).join('\n'));
  assert.deepEqual(run({ ENV_FILE: 'whole.env' }).read, [null, 'Shop\n of two lines']);
});

test('a file that was asked for and cannot be read ends the command in one line', () => {
  mkdirSync(join(folder, 'folder.env'));
  for (const ENV_FILE of ['none.env', 'folder.env']) {
    const { status, said } = run({ ENV_FILE });
    assert.equal(status, 1);
    assert.match(said, new RegExp(`^ENV_FILE: ${ENV_FILE} cannot be read \\(\\w+\\)\\. [^\\n]+\\n$`));
  }
});

test('the usual file ends the command, too, when it is there and may not be read: a shop would start without its variables', () => {
  const own = join(folder, 'own');
  mkdirSync(own);
  writeFileSync(join(own, '.env'), 'PORT=4000\n', { mode: 0 });
  // Where others may read it: root, who may read everything, becomes another user.
  copyFileSync(join(import.meta.dirname, 'env-file.ts'), join(own, 'env-file.ts'));
  chmodSync(folder, 0o755);
  const code = `if (process.getuid() === 0) process.seteuid(65534); await import('./env-file.ts');`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    ...{ cwd: own, env: {}, encoding: 'utf8' },
  });
  assert.equal(status, 1);
  assert.match(stderr, /^\.env cannot be read \(EACCES\)\. Run this as the user of the shop[^\n]*\n$/);
});
