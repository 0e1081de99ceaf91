import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEnv } from '../env.ts';
import { findMisspelt, NAMES } from './misspelt.ts';
import { SECRETS } from './variables.ts';

test('a variable that is nearly one of the shop is named with that one, and others are left alone', () => {
  const given = {
    ...{
      STOCK_HOLD_MINUTE: '5',
      DATABSE_URL: 'x',
      AUTH_SECRETS_FILE: '/run/x',
      TRUST_PROXIES: 'off',
      PORT_FILE: '/run/x',
    },
    ...{
      STOCK_HOLD_MINUTES: '5',
      AUTH_SECRET_FILE: '/run/x',
      LC_ALL: 'C',
      POST: '1',
      NODE_ENV: 'x',
      S3_URL: 'x',
    },
  };
  assert.deepEqual(findMisspelt(given), [
    'STOCK_HOLD_MINUTE: did you mean STOCK_HOLD_MINUTES?',
    'DATABSE_URL: did you mean DATABASE_URL?',
    'AUTH_SECRETS_FILE: did you mean AUTH_SECRET_FILE?',
    'PORT_FILE is not read, as PORT is no secret: set PORT.',
  ]);
});

test('all variables that are read are known', () => {
  const read = new Set<string>();
  const given: Record<string, string> = {
    ...{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318', SANDBOX: '1' },
  };
  const source = new Proxy(given, {
    get(target, name: string) {
      read.add(name);
      return target[name];
    },
  });
  readEnv(source);
  const known = new Set([...NAMES, ...[...SECRETS].map((name) => `${name}_FILE`)]);
  assert.deepEqual(
    [...read].filter((name) => !known.has(name)),
    [],
  );
});
