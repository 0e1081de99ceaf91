import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { z } from 'zod';
import {
  type SignInCall,
  type SignInCode,
  SignInErrorSchema,
  signIn,
  signInProblems,
} from '#contract/sign-in.ts';
import { startTestShop } from '../../tests/testing.ts';

const shop = await startTestShop();
const person = await shop.signUp('Zoe');
after(() => shop.close());

type Headers = Record<string, string>;

async function send({ method, path }: SignInCall, headers: Headers, body?: unknown, query = '') {
  return shop.call(`${method} ${path}${query}`, { body, headers });
}

const fromShop = (): Headers => ({ origin: shop.origin });
const signedIn = (): Headers => ({ origin: shop.origin, cookie: person.cookie });
const credentials = () => ({ email: person.email, password: person.password });

/** Calls that are done, in an order in which each still has what it needs. */
const done: [call: SignInCall, headers: () => Headers, body?: () => unknown][] = [
  [signIn.signUp, fromShop, () => ({ name: 'Ann', email: 'ann@example.com', password: 'bolt-7' })],
  [signIn.signIn, fromShop, credentials],
  [signIn.startGoogle, fromShop, () => ({ provider: 'google', callbackURL: '/', errorCallbackURL: '/' })],
  [signIn.getSession, fromShop],
  [signIn.getSession, signedIn],
  [signIn.listSessions, signedIn],
  [signIn.endSession, signedIn, () => ({ token: 'of no session' })],
  [signIn.updateUser, signedIn, () => ({ name: 'Zoe Z' })],
  [signIn.requestConfirmation, signedIn, () => ({ email: person.email })],
  [signIn.requestReset, fromShop, () => ({ email: person.email })],
];

const refused: [
  call: SignInCall,
  code: SignInCode,
  headers: () => Headers,
  body?: () => unknown,
  query?: string,
][] = [
  [
    signIn.signUp,
    'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
    fromShop,
    () => ({ name: 'Zoe', ...credentials() }),
  ],
  [signIn.signUp, 'INVALID_INPUT', fromShop, () => ({ name: '', ...credentials() })],
  [signIn.signIn, 'INVALID_EMAIL_OR_PASSWORD', fromShop, () => ({ ...credentials(), password: 'another' })],
  [signIn.signIn, 'MISSING_OR_NULL_ORIGIN', () => ({}), credentials],
  [signIn.signIn, 'INVALID_ORIGIN', () => ({ origin: 'https://evil.example' }), credentials],
  [signIn.signIn, 'BAD_REQUEST', fromShop, () => '{'],
  [signIn.listSessions, 'UNAUTHORIZED', fromShop],
  [signIn.endSession, 'INVALID_INPUT', signedIn, () => ({})],
  [signIn.updateUser, 'FORBIDDEN', () => ({ cookie: person.cookie }), () => ({ name: 'Zoe' })],
  [
    signIn.changePassword,
    'INVALID_PASSWORD',
    signedIn,
    () => ({ currentPassword: 'another', newPassword: 'secret2' }),
  ],
  [signIn.resetPassword, 'INVALID_TOKEN', fromShop, () => ({ token: 'x', newPassword: 'secret2' })],
  [signIn.resetPassword, 'INVALID_INPUT', fromShop, () => ({ token: '\0', newPassword: 'secret2' })],
  [signIn.endSession, 'INVALID_INPUT', signedIn, () => ({ token: '\ud800' })],
  [signIn.confirmAddress, 'OTHER_ACCOUNT', signedIn, undefined, '?token=x'],
  [signIn.confirmAddress, 'UNAUTHORIZED', fromShop, undefined, '?token=x'],
];

describe('a call of the sign-in provider', () => {
  for (const [call, headers, body] of done) {
    test(`${call.route} answers what the contract says`, async () => {
      const answer = await send(call, headers(), body?.());
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      z.parse(call.output as z.ZodType, answer.body);
    });
  }

  for (const [call, code, headers, body, query] of refused) {
    test(`${call.route} is refused with ${code}, which the contract lists for it`, async () => {
      const answer = await send(call, headers(), body?.(), query);
      assert.equal(SignInErrorSchema.parse(answer.body).code, code);
      assert.ok(call.codes.has(code));
      assert.ok(code in signInProblems[answer.status as keyof typeof signInProblems]);
    });
  }

  test('ends sessions and changes passwords as the contract says', async () => {
    const change = { currentPassword: person.password, newPassword: 'another secret' };
    const changed = await send(signIn.changePassword, signedIn(), change);
    z.parse(signIn.changePassword.output, changed.body);
    for (const call of [signIn.endSessions, signIn.signOut]) {
      const { email, password } = { ...credentials(), password: change.newPassword };
      const entered = await send(signIn.signIn, fromShop(), { email, password });
      const cookie = entered.headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; ');
      const answer = await send(call, { ...fromShop(), cookie });
      assert.equal(answer.status, 200, `${call.path} ${JSON.stringify(answer.body)}`);
      z.parse(call.output, answer.body);
    }
  });
});
