import { generateKeyPairSync, randomBytes, randomInt } from 'node:crypto';
import type { JWK } from 'jose';
import type pg from 'pg';
import { transaction } from '../transaction.ts';

const DDL = `
create schema if not exists sandbox_google;

-- The client and the keys of this database, made once.
create table if not exists sandbox_google.settings (
  name text primary key,
  value text not null
);

-- Every account that ever signed in. An address is one account, with its latest profile.
create table if not exists sandbox_google.people (
  sub text primary key,
  email text not null,
  name text not null,
  email_verified boolean not null
);
create unique index if not exists people_by_email on sandbox_google.people (lower(email));

-- Codes that were issued and not exchanged yet.
create table if not exists sandbox_google.codes (
  hash text primary key,
  sub text not null,
  request json not null,
  expires_at timestamptz not null
);
create index if not exists codes_by_expiry on sandbox_google.codes (expires_at);

-- A table of earlier versions, which used an OpenID library.
drop table if exists sandbox_google.objects;
`;

export interface Secrets {
  clientId: string;
  clientSecret: string;
  /** The private key that signs ID tokens, as a JWK. */
  signingKey: JWK;
}

/** Creates the schema `sandbox_google` where needed and returns this database's secrets. Several processes may do so at once. */
export async function prepareSchema(pool: pg.Pool): Promise<Secrets> {
  return transaction(pool, async (client) => {
    await client.query(`select pg_advisory_xact_lock(hashtextextended('sandbox_google schema', 0))`);
    await client.query(DDL);
    const found = await readSettings(client);
    if (found) return found;
    await client.query(
      `insert into sandbox_google.settings (name, value)
       values ('client_id', $1), ('client_secret', $2), ('signing_key', $3)
       on conflict do nothing`,
      [
        `${randomInt(1e11, 1e12)}-${randomBytes(16).toString('hex')}.apps.sandbox.invalid`,
        `GOCSPX-sandbox-${randomBytes(24).toString('base64url')}`,
        JSON.stringify(newSigningKey()),
      ],
    );
    return (await readSettings(client))!;
  });
}

async function readSettings(client: pg.PoolClient): Promise<Secrets | undefined> {
  const { rows } = await client.query<{ name: string; value: string }>(
    'select name, value from sandbox_google.settings',
  );
  const settings = new Map(rows.map(({ name, value }) => [name, value]));
  const signingKey = settings.get('signing_key');
  if (!signingKey) return undefined;
  return {
    clientId: settings.get('client_id')!,
    clientSecret: settings.get('client_secret')!,
    signingKey: JSON.parse(signingKey),
  };
}

/** RSA, because Google signs with RS256. */
function newSigningKey(): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    ...privateKey.export({ format: 'jwk' }),
    kid: randomBytes(8).toString('hex'),
    use: 'sig',
    alg: 'RS256',
  };
}
