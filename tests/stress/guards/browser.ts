import type { Guard } from './guard.ts';

const KEPT = ['web/kept.test.ts'];
const UNSENT = ['web/cart/unsent.test.ts'];
const CART = ['web/cart/cart.test.ts'];
const PAD = ['web/cart/steps.test.ts', 'web/matching/priced.test.ts', 'web/matching/build.test.ts'];
const PRODUCT_FORM = ['web/pages/dashboard/product-form/changes.test.ts'];
const RETURN = ['web/return-path.test.ts'];
const USER_CALLS = ['web/user-calls.test.ts'];
const ACCOUNT = ['web/account.test.ts'];

/** Guards in the browser: the data for search engines, the return path after signing in, stored data, and the renewal of accessTokens. */
export const browserGuards: Guard[] = [
  {
    name: 'undo does not take back what another device has changed in a line',
    file: 'web/cart/steps.ts',
    code: ' && isSame(field, after[field], line[field]),',
    without: ',',
    tests: PAD,
  },
  {
    name: 'undo does not remove a line that another device has changed',
    file: 'web/cart/steps.ts',
    code: 'isOurs ? [',
    without: 'line ? [',
    tests: PAD,
  },
  {
    name: 'two lines of a part do not take more than there is',
    file: 'web/matching/priced.ts',
    code: 'pieces > limits.available',
    without: 'quantity > limits.available',
    tests: PAD,
  },
  {
    name: 'lines that need something are no part of the total',
    file: 'web/matching/priced.ts',
    code: 'if (need || total === undefined) continue;',
    without: 'if (total === undefined) continue;',
    tests: PAD,
  },
  {
    name: 'attrition is computed without errors of doubles',
    file: 'web/matching/build.ts',
    code: 'Math.ceil((perBoard * boards * percent) / (100 * PARTS))',
    without: 'Math.ceil(perBoard * boards * (1 + (attrition ?? 0) / 100))',
    tests: PAD,
  },
  {
    name: 'a guest’s cart is joined once',
    file: 'web/cart/unsent.ts',
    code: 'return entry.owner === GUEST ? [] : entry;',
    without: 'return entry;',
    tests: UNSENT,
  },
  {
    name: 'a request about the cart stays as it is until it is answered',
    file: 'web/cart/unsent.ts',
    code: 'if (open?.listId === listId) return entries;',
    without: '',
    tests: UNSENT,
  },
  {
    name: 'a request about the cart fits into a body',
    file: 'web/cart/unsent.ts',
    code: ' || bytes > MOST_BYTES',
    without: '',
    tests: UNSENT,
  },
  {
    name: 'an older list of the server changes nothing',
    file: 'web/cart/journal.ts',
    code: '&& known.version >= list.version',
    without: '&& known === list',
    tests: CART,
  },
  {
    name: 'the cart of one person is not shown to the next',
    file: 'web/cart/cart.ts',
    code: 'entry.owner === owner || entry.owner === GUEST',
    without: 'entry.owner !== undefined',
    tests: CART,
  },
  {
    name: 'a request that waits for news is not in work',
    file: 'server/http/mount.ts',
    code: 'traffic.rest(name, wait)',
    without: 'wait()',
    tests: ['server/limits/overload.test.ts'],
  },
  {
    name: 'a stored list of parts to compare holds no more than can be compared',
    file: 'web/stored-list.ts',
    code: '.slice(0, most) : NONE',
    without: ' : NONE',
    tests: ['web/compared.test.ts'],
  },
  {
    name: 'no text of a product ends the data for search engines',
    file: 'web/structured-data.ts',
    code: ".replaceAll('<', '\\\\u003c')",
    without: '',
    tests: ['web/structured-data.test.ts'],
  },
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
    name: 'what somebody else has changed meanwhile does not replace what was typed',
    file: 'web/pages/dashboard/product-form/changes.ts',
    code: 'values: withFields(theirs, pick(mine, found.mine))',
    without: 'values: theirs',
    tests: PRODUCT_FORM,
  },
  {
    name: 'what two people have changed is named, so that one of them chooses',
    file: 'web/pages/dashboard/kit/merge.ts',
    code: 'changed.filter((path) => isMine.has(path) && open.has(path))',
    without: '[] as Path[]',
    tests: PRODUCT_FORM,
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
