import { stat } from 'node:fs/promises';
import { type Finding, look, notUsed, well } from './finding.ts';

const READ_BY_OTHERS = 0o004;

/** Looks who may read the file of variables, and whether backups are encrypted. */
export async function lookAtSecrets(
  _env: unknown,
  { ENV_FILE = '.env', BACKUP_KEY }: Record<string, string | undefined> = process.env,
): Promise<Finding[]> {
  return [
    await ofFile(ENV_FILE),
    BACKUP_KEY?.trim()
      ? well('BACKUP_KEY: backups are encrypted. Keep it elsewhere than them, too.')
      : look(
          'BACKUP_KEY is not set: whoever reads a backup reads all customers.',
          'Set it to 32 random characters or more (openssl rand -base64 32), and keep it elsewhere, too.',
        ),
  ];
}

async function ofFile(name: string): Promise<Finding> {
  const mode = name === '' ? undefined : (await stat(name).catch(() => undefined))?.mode;
  if (mode === undefined) return notUsed('ENV_FILE: all variables come from the environment.');
  if ((mode & READ_BY_OTHERS) === 0) return well(`ENV_FILE: others may not read ${name}.`);
  return look(
    `ENV_FILE: every user of this machine may read ${name}, which has secrets.`,
    `chmod o= ${name}`,
  );
}
