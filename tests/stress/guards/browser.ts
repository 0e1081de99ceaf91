import type { Guard } from './guard.ts';

const KEPT = ['web/kept.test.ts'];
const RETURN = ['web/return-path.test.ts'];
const USER_CALLS = ['web/user-calls.test.ts'];
const ACCOUNT = ['web/account.test.ts'];

/** Guards in the browser: the return path after signing in, stored data, and the renewal of accessTokens. */
export const browserGuards: Guard[] = [
  {
    name: 'the return path stays at the origin of the shop',
    file: 'web/return-path.ts',
    code: "url.origin === 'http://shop.invalid' && ",
    without: '',
    tests: RETURN,
  },
  {
    name: 'the return path does not begin with two slashes',
    file: 'web/return-path.ts',
    code: " && !path.startsWith('//')",
    without: '',
    tests: RETURN,
  },
  {
    name: 'drafts of one person are not shown to the next',
    file: 'web/kept.ts',
    code: 'parsed.email === getIdentity()?.email ? parsed.entries : []',
    without: 'parsed.entries',
    tests: KEPT,
  },
  {
    name: 'signing out removes drafts from the browser',
    file: 'web/kept.ts',
    code: 'if (key.startsWith(PREFIX)) storage.removeItem(key);',
    without: 'if (key === PREFIX) storage.removeItem(key);',
    tests: KEPT,
  },
  {
    name: 'a renewed accessToken does not sign a person in who has signed out meanwhile',
    file: 'web/user-calls.ts',
    code: '  if (!isStillSignedIn(user)) return false;\n',
    without: '',
    tests: USER_CALLS,
  },
  {
    name: "an accessToken is not renewed from another person's session",
    file: 'web/user-calls.ts',
    code: '    if (user?.email !== identity.email) return false;\n',
    without: '    if (!user) return false;\n',
    tests: USER_CALLS,
  },
  {
    name: 'concurrent failed calls exchange the session once',
    file: 'web/user-calls.ts',
    code: 'renewal ??= renew()',
    without: 'renewal = renew()',
    tests: USER_CALLS,
  },
  {
    name: 'an outage does not end a session',
    file: 'web/user-calls.ts',
    code: 'if (status === 401 || status === 403) return false;',
    without: 'if (status !== undefined) return false;',
    tests: USER_CALLS,
  },
  {
    name: 'a new session waits for the sign-out before it',
    file: 'web/account.ts',
    code: '  await ending;\n  return tellProvider<T>(path, body);',
    without: '  return tellProvider<T>(path, body);',
    tests: ACCOUNT,
  },
  {
    name: 'a new displayName is not stored for another person who has signed in meanwhile',
    file: 'web/account.ts',
    code: 'if (isStillSignedIn(identity)) remember(',
    without: 'remember(',
    tests: ACCOUNT,
  },
  {
    name: 'login is offered only after the session has ended',
    file: 'web/ui/submission.ts',
    code: ' && getIdentity() !== null',
    without: '',
    tests: ['web/ui/submission.test.ts'],
  },
];
