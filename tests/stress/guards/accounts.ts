import type { Guard } from './guard.ts';

const PASSWORDS = ['server/accounts/passwords.test.ts'];
const SESSIONS = ['server/accounts/sessions.test.ts'];
const VERIFICATION = ['server/accounts/verification.test.ts'];

/** Guards of sessions, passwords and confirmed addresses. */
export const accountGuards: Guard[] = [
  {
    name: 'a cached accessToken is never trusted without a check',
    file: 'server/accounts/tokens.ts',
    code: `      const row = await hashes.add(tokenHash);\n`,
    without: `      const row = (await hashes.add(tokenHash)) ?? (globalThis as any)[token];\n      (globalThis as any)[token] = row;\n`,
    tests: SESSIONS,
  },
  {
    name: 'an accessToken expires',
    file: 'server/accounts/tokens.ts',
    code: ' and t.expires_at > now()',
    without: '',
    tests: SESSIONS,
  },
  {
    name: 'an accessToken ends with its session',
    file: 'server/accounts/tokens.ts',
    code: ' and s.expires_at > now()',
    without: '',
    tests: SESSIONS,
  },
  {
    name: 'a session that ends during its exchange gets 401',
    file: 'server/accounts/tokens.ts',
    code: '    if ((error as { code?: string }).code === FOREIGN_KEY_VIOLATION) throw unauthorized();\n',
    without: '',
    tests: SESSIONS,
  },
  {
    name: 'old sessions may list the sessions',
    file: 'server/accounts/auth.ts',
    code: '      freshAge: 0,\n',
    without: '',
    tests: SESSIONS,
  },
  {
    name: 'a password that was replaced during the sign-in opens no session',
    file: 'server/accounts/passwords.ts',
    code: `        and password = \${provenHere().passwordHash ?? null}\n`,
    without: '',
    tests: PASSWORDS,
  },
  {
    name: 'a change of password does not undo a reset',
    file: 'server/accounts/passwords.ts',
    code: `      .where('password', '=', proven.passwordHash ?? '')\n`,
    without: '',
    tests: PASSWORDS,
  },
  {
    name: 'a change of password keeps this browser signed in',
    file: 'server/accounts/rules.ts',
    code: ', ...always } } };',
    without: ' } } };',
    tests: PASSWORDS,
  },
  {
    name: 'a reset ends all sessions',
    file: 'server/accounts/passwords.ts',
    code: '    if (!user) return;\n    await endSessions(transaction, userId);\n',
    without: '    if (!user) return;\n',
    tests: PASSWORDS,
  },
  {
    name: 'a reset confirms the address',
    file: 'server/accounts/queries.ts',
    code: '.set({ email_verified: true,',
    without: '.set({ email_verified: false,',
    tests: PASSWORDS,
  },
  {
    name: 'a reset invalidates earlier links',
    file: 'server/accounts/queries.ts',
    code: `  await transaction.deleteFrom('verifications').where('value', '=', userId).execute();\n`,
    without: '',
    tests: PASSWORDS,
  },
  {
    name: 'the database stores only hashes of links',
    file: 'server/accounts/auth.ts',
    code: `      storeIdentifier: 'hashed',\n`,
    without: '',
    tests: PASSWORDS,
  },
  {
    name: 'a link is mailed at most once a minute',
    file: 'server/accounts/mails.ts',
    code: 'floor(extract(epoch from now()) / 60)',
    without: 'gen_random_uuid()',
    tests: PASSWORDS,
  },
  {
    name: 'a link alone confirms no address',
    file: 'server/accounts/hooks.ts',
    code: `  if (context.path === '/verify-email')\n    requireOwnLink(context.query?.token, await getSessionFromCtx(context));\n`,
    without: '',
    tests: VERIFICATION,
  },
  {
    name: 'a link confirms no address in the session of another',
    file: 'server/accounts/links.ts',
    code: 'if (addressIn(token) !== session.user.email)',
    without: 'if (false)',
    tests: VERIFICATION,
  },
  {
    name: 'a mail to confirm an address is sent to the own address only',
    file: 'server/accounts/hooks.ts',
    code: `context.path === '/send-verification-email' && !(await getSessionFromCtx(context))`,
    without: 'false',
    tests: VERIFICATION,
  },
  {
    name: 'ADMIN_EMAIL is one address',
    file: 'server/accounts/sign-ins.ts',
    code: ' || email !== adminEmail || provenHere().address !== adminEmail',
    without: '',
    tests: VERIFICATION,
  },
  {
    name: 'guessing addresses does not fill the log',
    file: 'server/accounts/sign-ins.ts',
    code: `\${idOf('', minute)}`,
    without: `\${idOf(email, minute)}`,
    tests: VERIFICATION,
  },
  {
    name: 'guessing a password does not fill the log',
    file: 'server/accounts/sign-ins.ts',
    code: 'Math.floor(now / MINUTE) * MINUTE',
    without: 'now',
    tests: VERIFICATION,
  },
  {
    name: 'an account with an unconfirmed address is not promoted, neither by an admin nor by npm run admin',
    file: 'server/accounts/promote.ts',
    code: "  if (!user.proven && !unproven) return 'address_unproven';\n",
    without: '',
    tests: ['server/accounts/accounts.test.ts', 'server/accounts/admin.test.ts'],
  },
];
