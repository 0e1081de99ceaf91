import { join } from 'node:path';
import type pg from 'pg';
import { createMailSandbox } from '../sandbox/mail/plugin.ts';
import { DEMO_ADMIN, DEMO_BUYER } from './accounts/demo.ts';
import type { Address } from './address.ts';
import { createDatabase } from './ground/database/client.ts';
import { explainRights } from './ground/database/rights.ts';
import type { Env } from './ground/env.ts';

interface Surroundings {
  connection: string | pg.PoolConfig;
  address: Address;
  /** Under which people open the shop, the one to tell them first. */
  origins: string[];
  /** Connections to the database that they may open; undefined: those of a process that is alone. */
  connections?: number | undefined;
}

/** Opens the stand-ins of external services, each where the environment names no real one. */
export async function openStandIns(
  env: Env,
  { connection, address, origins, connections = 5 }: Surroundings,
  opened: (() => Promise<unknown>)[],
) {
  const pool = env.sandbox ? openSandboxPool(connection, connections, opened) : undefined;
  return {
    stripe: env.stripe
      ? undefined
      : await explainRights(pool!, () => openStripeSandbox(pool!, address, opened)),
    google: pool && !env.google ? await openGoogleSandbox(pool, origins, address, opened) : undefined,
    mailbox: pool && !env.smtpUrl ? await createMailSandbox(join(env.dataDir, 'mail')) : undefined,
  };
}

/** The sandbox is other companies' servers: it gets connections of its own and cannot starve the shop's. */
function openSandboxPool(
  connection: string | pg.PoolConfig,
  max: number,
  opened: (() => Promise<unknown>)[],
): pg.Pool {
  const { pool, close } = createDatabase(connection, { max, applicationName: 'northbridge sandbox' });
  opened.push(close);
  return pool;
}

async function openStripeSandbox(pool: pg.Pool, { ownOrigin }: Address, opened: (() => Promise<unknown>)[]) {
  const { createStripeSandbox } = await import('../sandbox/stripe/plugin.ts');
  const stripe = await createStripeSandbox({
    pool,
    webhookUrl: () => `${ownOrigin}/webhooks/stripe`,
  });
  opened.push(() => stripe.close());
  return stripe;
}

async function openGoogleSandbox(
  pool: pg.Pool,
  origins: string[],
  { ownOrigin }: Address,
  opened: (() => Promise<unknown>)[],
) {
  const { createGoogleSandbox } = await import('../sandbox/google/plugin.ts');
  const { issuer, clientId, clientSecret, plugin, close } = await createGoogleSandbox({
    pool,
    origin: origins[0]!,
    application: {
      name: 'Northbridge',
      home: `${origins[0]}/login`,
      redirectUris: origins.map((origin) => `${origin}/api/auth/callback/google`),
    },
    people: [DEMO_BUYER, DEMO_ADMIN].map(({ email, name }) => ({ email, name })),
  });
  opened.push(close);
  // Asked for by this server, which may not reach itself by the address people use.
  const discoveryUrl = `${ownOrigin}/sandbox/google/.well-known/openid-configuration`;
  return { plugin, options: { issuer, discoveryUrl, clientId, clientSecret } };
}
