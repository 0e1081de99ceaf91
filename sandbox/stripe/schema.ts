import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { transaction } from '../transaction.ts';
import { randomText } from './store.ts';

const DDL = `
create schema if not exists sandbox_stripe;

-- The keys of this database, made once.
create table if not exists sandbox_stripe.settings (
  name text primary key,
  value text not null
);

-- Every object of the API: 'body' is returned by the API, 'secret' never.
-- json, not jsonb, keeps the order of the fields.
create table if not exists sandbox_stripe.objects (
  id text primary key,
  seq bigint generated always as identity,
  kind text not null,
  created integer not null,
  body json not null,
  secret json not null default '{}'
);
create index if not exists objects_by_kind on sandbox_stripe.objects (kind, seq);
create index if not exists objects_by_intent on sandbox_stripe.objects ((body->>'payment_intent'), seq)
  where kind in ('charge', 'refund');
create index if not exists objects_by_charge on sandbox_stripe.objects ((body->>'charge'), seq)
  where kind = 'refund';

-- The first response to each Idempotency-Key.
create table if not exists sandbox_stripe.idempotency_keys (
  key text primary key,
  endpoint text not null,
  parameters text not null,
  status integer not null,
  body text not null,
  request_id text not null,
  created timestamptz not null default now()
);
create index if not exists idempotency_keys_by_age on sandbox_stripe.idempotency_keys (created);

-- One row for each event to deliver. 'held' and 'after' are for injected faults.
create table if not exists sandbox_stripe.deliveries (
  id bigint generated always as identity primary key,
  event text not null,
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  claimed_until timestamptz,
  held boolean not null default false,
  after bigint,
  fault bigint,
  done_at timestamptz,
  outcome text,
  created timestamptz not null default now()
);
create index if not exists deliveries_due on sandbox_stripe.deliveries (next_at) where done_at is null;
create index if not exists deliveries_by_event on sandbox_stripe.deliveries (event);

-- Scheduled steps: a pending refund that succeeds, a payment that leaves 'processing'.
create table if not exists sandbox_stripe.later (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  object text not null,
  step text not null
);
create index if not exists later_by_time on sandbox_stripe.later (at);

create table if not exists sandbox_stripe.faults (
  id bigint generated always as identity primary key,
  fault json not null,
  remaining integer not null
);
`;

export interface Keys {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
}

/** Creates the schema `sandbox_stripe` where needed and returns this database's keys. Several processes may do so at once. */
export async function prepareSchema(pool: pg.Pool): Promise<Keys & { fingerprintSecret: string }> {
  return transaction(pool, async (client) => {
    await client.query(`select pg_advisory_xact_lock(hashtextextended('sandbox_stripe schema', 0))`);
    await client.query(DDL);
    await client.query(
      `insert into sandbox_stripe.settings (name, value)
       values ('secret_key', $1), ('publishable_key', $2), ('webhook_secret', $3), ('fingerprint_secret', $4)
       on conflict do nothing`,
      [
        `sk_test_${randomText(48)}`,
        `pk_test_${randomText(48)}`,
        `whsec_${randomText(32)}`,
        randomBytes(32).toString('hex'),
      ],
    );
    // A restart retries pending deliveries at once instead of waiting for their back-off.
    await client.query(
      `update sandbox_stripe.deliveries set next_at = now()
       where done_at is null and fault is null and next_at > now()`,
    );
    await client.query(
      `delete from sandbox_stripe.idempotency_keys where created < now() - interval '24 hours'`,
    );
    await client.query(
      `delete from sandbox_stripe.objects o using sandbox_stripe.deliveries d
       where d.event = o.id and d.done_at < now() - interval '30 days'`,
    );
    await client.query(`delete from sandbox_stripe.deliveries where done_at < now() - interval '30 days'`);
    const { rows } = await client.query<{ name: string; value: string }>(
      'select name, value from sandbox_stripe.settings',
    );
    const setting = (name: string) => rows.find((row) => row.name === name)!.value;
    return {
      secretKey: setting('secret_key'),
      publishableKey: setting('publishable_key'),
      webhookSecret: setting('webhook_secret'),
      fingerprintSecret: setting('fingerprint_secret'),
    };
  });
}
