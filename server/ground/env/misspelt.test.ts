import assert from 'node:assert/strict';
import { test } from 'node:test';
import { variableNames } from '../env.ts';
import { findMisspelt } from './misspelt.ts';

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
  assert.deepEqual(findMisspelt(given, variableNames()), [
    'STOCK_HOLD_MINUTE: did you mean STOCK_HOLD_MINUTES?',
    'DATABSE_URL: did you mean DATABASE_URL?',
    'AUTH_SECRETS_FILE: did you mean AUTH_SECRET_FILE?',
    'PORT_FILE is not read, as PORT is no secret: set PORT.',
  ]);
});
