import type { Guard } from './guards.ts';

const MATRIX = ['server/http/access/access.test.ts'];
const HTTP = ['server/http/http.test.ts'];
const GOOGLE = ['server/accounts/google-provider.test.ts'];
const RETURN = ['web/return-path.test.ts'];

/** The guards around calls, their number, texts, Google's ID tokens and the way back after signing in. */
export const securityGuards: Guard[] = [
  {
    name: 'a call for admins is refused to everybody else',
    file: 'server/http/access.ts',
    code: "if (access === 'admin' && caller.role !== 'admin')",
    without: 'if (false)',
    tests: MATRIX,
  },
  {
    name: 'not even an admin pays for somebody else',
    file: 'server/http/access.ts',
    code: "      if (access === 'own') return { ...caller, role: 'customer' };\n",
    without: '',
    tests: MATRIX,
  },
  {
    name: "one's orders are listed to oneself and to admins",
    file: 'server/orders/routes.ts',
    code: "  if (caller.role !== 'admin') throw forbidden('You may only see your own orders.');\n",
    without: '',
    tests: MATRIX,
  },
  {
    name: 'an accessToken is given to whoever holds the session of that address',
    file: 'server/accounts/routes.ts',
    code: "      if (caller.email !== email) throw forbidden('This is not the address you signed in with.');\n",
    without: '',
    tests: MATRIX,
  },
  {
    name: 'text that cannot be stored is refused in the address',
    file: 'server/http/mount.ts',
    code: '      requireStorable(request.params);\n',
    without: '',
    tests: HTTP,
  },
  {
    name: 'text that cannot be stored is refused in queries and bodies',
    file: 'server/http/mount.ts',
    code: '    requireStorable(parsed.data);\n',
    without: '',
    tests: HTTP,
  },
  {
    name: 'calls are refused before they come to the app while the shop is full',
    file: 'server/app.ts',
    code: '[(request) => replay.readyFor(request), refuse]',
    without: '[(request) => replay.readyFor(request)]',
    tests: ['server/limits/overload.test.ts'],
  },
  {
    name: 'a text of a CSV file is no formula',
    file: 'server/http/csv.ts',
    code: `    if (atStart && BEGINS_FORMULA.test(letter)) safe += "'";\n`,
    without: '',
    tests: ['server/http/hostile-text.test.ts'],
  },
  {
    name: 'an address that can be read in two ways is refused',
    file: 'server/http/target.ts',
    code: "path.includes('//') || ",
    without: '',
    tests: ['server/http/target.test.ts'],
  },
  {
    name: 'a write comes from a page of the same scheme',
    file: 'server/http/origin.ts',
    code: '  if (from.protocol !== to.protocol) return false;\n',
    without: '',
    tests: ['server/http/origin.test.ts'],
  },
  {
    name: 'a path of the sign-in provider is the one that it serves',
    file: 'server/accounts/mount-auth.ts',
    code: '        requireServedPath(request.url);\n',
    without: '',
    tests: ['server/http/target.test.ts'],
  },
  {
    name: 'metrics are read by monitors only',
    file: 'server/http/access.ts',
    code: "      if (!authentication.isMonitor(request)) throw unauthorized('Metrics are for monitors only.');\n",
    without: '',
    tests: ['server/status/monitors.test.ts'],
  },
  {
    name: 'an ID token is of this sign-in',
    file: 'server/accounts/google.ts',
    code: "  if (claims.nonce !== nonce) throw new Error('the ID token is of another sign-in');\n",
    without: '',
    tests: GOOGLE,
  },
  {
    name: 'an ID token was made for this client alone',
    file: 'server/accounts/google.ts',
    code: "  if (asker !== clientId) throw new Error('the ID token was made for another client');\n",
    without: '',
    tests: GOOGLE,
  },
  {
    name: 'the way back stays at the origin of the shop',
    file: 'web/return-path.ts',
    code: "url.origin === 'http://shop.invalid' && ",
    without: '',
    tests: RETURN,
  },
  {
    name: 'the way back is no address that begins with two slashes',
    file: 'web/return-path.ts',
    code: " && !path.startsWith('//')",
    without: '',
    tests: RETURN,
  },
  {
    name: "a dependency's error does not choose the status of an answer",
    file: 'server/http/errors.ts',
    code: "if (typeof code === 'string' && code.startsWith('FST_')) {",
    without: "if (typeof code !== 'symbol') {",
    tests: ['server/http/errors.test.ts'],
  },
  {
    name: 'no other key than the publishable one is told',
    file: 'server/status/routes.ts',
    code: 'PublishableKeySchema.parse(config.stripe.publishableKey)',
    without: 'config.stripe.publishableKey',
    tests: ['server/status/config.test.ts'],
  },
  {
    name: 'live keys do not run with the sandbox',
    file: 'server/env/stripe.ts',
    code: "if (sandbox && secret === 'live') {",
    without: "if (sandbox && secret === 'none') {",
    tests: ['server/env.test.ts'],
  },
  {
    name: "both of Stripe's keys are of one mode",
    file: 'server/env/stripe.ts',
    code: 'if (secret !== publishable) {',
    without: 'if (secret === undefined) {',
    tests: ['server/env.test.ts'],
  },
];
