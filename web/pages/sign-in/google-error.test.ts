import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { explainGoogleError } from './google-error.ts';

describe('a failed sign-in with Google', () => {
  const cases: [code: string, says: RegExp][] = [
    ['access_denied', /turned back/],
    ['state_mismatch', /too long ago, or in another tab/],
    ['state_not_found', /too long ago, or in another tab/],
    ['no_code', /could not be confirmed/],
    ['invalid_code', /could not be confirmed/],
    ['issuer_mismatch', /could not be confirmed/],
    ['unable_to_get_user_info', /could not be confirmed/],
    ['email_not_verified', /has not verified/],
    ['account_not_linked', /has not verified/],
    ['email_not_supported', /cannot use this email address/],
    ['internal_server_error', /not possible right now/],
    ['unavailable', /not possible right now/],
  ];
  for (const [code, says] of cases) {
    test(`'${code}' has its message`, () => assert.match(explainGoogleError(code), says));
  }

  test('an unknown code in the address is not shown', () => {
    for (const code of ['call_0900_now', '__proto__', 'constructor', '']) {
      assert.equal(explainGoogleError(code), 'Google sign-in did not work. Try again, or use your password.');
    }
  });
});
