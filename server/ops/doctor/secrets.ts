import { stat } from 'node:fs/promises';
import { findMisspelt } from '../../ground/env/misspelt.ts';
import { Variables } from '../../ground/env/variables.ts';
import { type Env, variableNames } from '../../ground/env.ts';
import { type Finding, look, notUsed, well, wrong } from './finding.ts';

const READ_BY_OTHERS = 0o004;

/** Different characters of a random secret, at least. */
const LEAST_DIFFERENT = 8;

/** Looks who may read the file of variables, whether a name in it is misspelt, a secret is none, and backups are encrypted. */
export async function lookAtSecrets(
  { authSecret, metricsToken }: Partial<Pick<Env, 'authSecret' | 'metricsToken'>>,
  source: Record<string, string | undefined> = process.env,
): Promise<Finding[]> {
  const key = new Variables(source).get('BACKUP_KEY');
  const secrets = { AUTH_SECRET: authSecret, BACKUP_KEY: key, METRICS_TOKEN: metricsToken };
  return [
    await ofFile(source.ENV_FILE ?? '.env'),
    ...findMisspelt(source, variableNames()).map((line) => look(line, 'Correct its name, or take it away.')),
    ...Object.entries(secrets).flatMap(([name, text]) =>
      text !== undefined && new Set(text).size < LEAST_DIFFERENT ? [ofWeak(name)] : [],
    ),
    key
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

const ofWeak = (name: string) =>
  wrong(
    `${name} can be guessed: it has fewer than ${LEAST_DIFFERENT} different characters.`,
    'Make another one: openssl rand -base64 32',
  );
