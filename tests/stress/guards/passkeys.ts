import type { Guard } from './guard.ts';

const PASSKEYS = ['server/second-factor/passkeys.test.ts'];
const ROUTES = 'server/second-factor/passkey-routes.ts';
const QUERIES = 'server/second-factor/passkey-queries.ts';
const WEBAUTHN = 'server/second-factor/webauthn.ts';

/** Guards of passkeys: of what they sign, of who adds and removes them, and of what is kept. */
export const passkeyGuards: Guard[] = [
  {
    name: 'a passkey signs for the page of the shop only',
    file: WEBAUTHN,
    code: 'expectedOrigin: origin,',
    without: "expectedOrigin: [origin, 'https://shop.example.net', 'http://127.0.0.1:1'],",
    tests: PASSKEYS,
  },
  {
    name: 'a passkey is of the shop’s host only',
    file: WEBAUTHN,
    code: 'expectedRPID: rpId,',
    without: "expectedRPID: [rpId, 'example.net'],",
    tests: PASSKEYS,
  },
  {
    name: 'a passkey has verified its person',
    file: WEBAUTHN,
    code: 'requireUserVerification: true,',
    without: 'requireUserVerification: false,',
    tests: PASSKEYS,
  },
  {
    name: 'a passkey signs the challenge that it was asked for',
    file: WEBAUTHN,
    code: "expectedChallenge: challenge.toString('base64url'),",
    without: 'expectedChallenge: () => challenge.length > 0,',
    tests: PASSKEYS,
  },
  {
    name: 'a passkey signs nothing in a frame of another site',
    file: WEBAUTHN,
    code: 'return crossOrigin === true || topOrigin !== undefined;',
    without: 'return crossOrigin === topOrigin && false;',
    tests: PASSKEYS,
  },
  {
    name: 'a passkey that names its person names the one of the session',
    file: WEBAUTHN,
    code: '(userHandle !== undefined && userHandle !== handleOf(userId))',
    without: "(userHandle === '' && userId === '')",
    tests: PASSKEYS,
  },
  {
    name: 'a challenge of a passkey is good once',
    file: QUERIES,
    code: `delete from passkey_challenges\n    where session_id`,
    without: `update passkey_challenges set purpose = purpose\n    where session_id`,
    tests: PASSKEYS,
  },
  {
    name: 'a challenge of a passkey expires',
    file: QUERIES,
    code: ' and expires_at > now()',
    without: '',
    tests: PASSKEYS,
  },
  {
    name: 'a challenge of a passkey is for one purpose',
    file: QUERIES,
    code: ` and purpose = \${purpose}`,
    without: ` and \${purpose}::text is not null`,
    tests: PASSKEYS,
  },
  {
    name: 'challenges of passkeys that nobody answers are deleted',
    file: QUERIES,
    code: 'where expires_at < now()',
    without: 'where expires_at is null',
    tests: PASSKEYS,
  },
  {
    name: 'a passkey is begun soon after signing in',
    file: QUERIES,
    code: "purpose === 'add' ? mayEnrol(sessionId) :",
    without: 'false ? mayEnrol(sessionId) :',
    tests: PASSKEYS,
  },
  {
    name: 'a passkey proves its own person',
    file: QUERIES,
    code: `counter, transports from passkeys\n    where user_id = \${userId}`,
    without: `counter, transports from passkeys\n    where \${userId}::uuid is not null`,
    tests: PASSKEYS,
  },
  {
    name: 'the counter of a passkey goes on',
    file: QUERIES,
    code: ` and (counter < \${counter} or (counter = 0 and \${counter} = 0))`,
    without: '',
    tests: PASSKEYS,
  },
  {
    name: 'a person removes their own passkeys only',
    file: QUERIES,
    code: `delete from passkeys where user_id = \${userId} and id`,
    without: `delete from passkeys where \${userId}::uuid is not null and id`,
    tests: PASSKEYS,
  },
  {
    name: 'passkeys of a person are added one at a time',
    file: ROUTES,
    code: '        await holdUser(transaction, caller.userId);\n',
    without: '',
    tests: PASSKEYS,
  },
  {
    name: 'a passkey is added for a proven address only',
    file: ROUTES,
    code: '        await rows.requireProvenAddress(transaction, caller.userId);\n',
    without: '',
    tests: PASSKEYS,
  },
  {
    name: 'a session adds nothing to a second factor that it has not proven',
    file: 'server/second-factor/enrol.ts',
    code: "  if (found.hasOne && !found.hasProven) throw new Problem('second_factor_needed', { step: 'prove' });\n",
    without: '',
    tests: PASSKEYS,
  },
  {
    name: 'the first passkey ends all other sessions',
    file: ROUTES,
    code: 'if (isFirst) await turnOn(transaction, caller);',
    without: 'if (isFirst) await rows.noteProof(transaction, caller.sessionId);',
    tests: PASSKEYS,
  },
  {
    name: 'passkeys are listed once the second factor is proven',
    file: ROUTES,
    code: "(await factorOf(db, caller.sessionId)) === 'missing'",
    without: '(await factorOf(db, caller.sessionId)) === undefined',
    tests: PASSKEYS,
  },
  {
    name: 'a passkey is removed soon after a proof',
    file: ROUTES,
    code: '        if (!(await rows.lockProven(transaction, caller.sessionId))) return undefined;\n',
    without: '',
    tests: PASSKEYS,
  },
  {
    name: 'the only second factor is not removed',
    file: ROUTES,
    code: "        if (!(await passkeys.hasFactor(transaction, caller.userId))) throw new Problem('last_passkey');\n",
    without: '',
    tests: PASSKEYS,
  },
];
