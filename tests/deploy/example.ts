import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

const FILE = join(import.meta.dirname, '..', '..', 'deploy', 'northbridge.env.example');

/** What the example of a shop's variables leaves to be filled in, filled in. */
export const FILLED_IN: Record<string, string> = {
  AUTH_SECRET: randomBytes(32).toString('base64'),
  BACKUP_KEY: randomBytes(32).toString('base64'),
  STRIPE_SECRET_KEY: 'sk_test_123456789012345678901234',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_123456789012345678901234',
  STRIPE_WEBHOOK_SECRET: 'whsec_12345678901234567890',
};

/** Returns the variables of deploy/northbridge.env.example, as they stand there. */
export async function readExample(): Promise<Record<string, string>> {
  return parseEnv(await readFile(FILE, 'utf8')) as Record<string, string>;
}

/** Returns the variables of deploy/northbridge.env.example, with those that are to be filled in. */
export async function filledExample(): Promise<Record<string, string>> {
  return { ...(await readExample()), ...FILLED_IN };
}
