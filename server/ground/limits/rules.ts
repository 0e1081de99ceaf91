import { api, type CallName } from '#contract/api.ts';
import type { Call } from '#contract/kernel/call.ts';
import type { LIMITED } from '#contract/kernel/problem.ts';

/**
 * What a counter is kept for: a client's address and the networks around it (`networksOf`), an account, an account from one
 * client, an account or else a client, an account whoever asks but from browsers it has been used from, and from these.
 */
export type By = 'client' | 'account' | 'both' | 'person' | 'stranger' | 'known';

/** How many attempts are allowed: `burst` at once, and one more every `every` seconds. */
export interface Pace {
  burst: number;
  every: number;
}

export interface Counter extends Pace {
  by: By;
  /** Attempts at once, at the same rate, that are allowed from memory before the database is asked; by several processes of a start, a part each. */
  free?: number;
  /** Whether only attempts that fail are counted. */
  failures?: true;
}

export interface Limit {
  /** What others could use up is last: see `spend`. */
  counters: Counter[];
}

/** Every request for a call or a page, by client, in memory, a part of it in each process of a start. A page and its pictures take 10 to 40. */
export const REQUESTS: Pace = { burst: 2_000, every: 1 / 200 };

/**
 * Rate limits. The numbers are far above what a person, or an office behind one address, does: hundreds of orders before lunch
 * pass. Counters that an attacker could exhaust are not keyed by account alone, or they could lock its owner out, with two
 * exceptions. An owner who is refused one more mail with a link has got five, and the last is valid until the next is allowed. And
 * wrong passwords for one account are few, whoever tries: its owner gets in from browsers that have been in before, which strangers
 * cannot keep out, by such a link, which makes the browser known, or with Google.
 */
export const LIMITS = {
  // Also of who is signed in and proves the password again, to change it.
  signIn: {
    counters: [
      { by: 'both', burst: 10, every: 30 },
      { by: 'client', burst: 60, every: 5 },
      { by: 'stranger', burst: 30, every: 1_800, failures: true },
      { by: 'known', burst: 60, every: 300, failures: true },
    ],
  },
  signUp: { counters: [{ by: 'client', burst: 30, every: 60 }] },
  resetPassword: {
    counters: [
      { by: 'client', burst: 20, every: 60 },
      { by: 'account', burst: 5, every: 3_600 },
    ],
  },
  password: { counters: [{ by: 'client', burst: 20, every: 30 }] },
  exchange: { counters: [{ by: 'account', burst: 120, every: 5, free: 20 }] },
  // Ten in a row are counted for the account, too: see server/second-factor.
  secondFactor: {
    counters: [
      { by: 'both', burst: 20, every: 30 },
      { by: 'client', burst: 60, every: 5 },
    ],
  },
  order: {
    counters: [
      { by: 'account', burst: 600, every: 1, free: 300 },
      { by: 'client', burst: 3_000, every: 1 / 5, free: 1_500 },
    ],
  },
  // Mails that somebody has the shop send to others.
  mail: { counters: [{ by: 'account', burst: 60, every: 60 }] },
  review: { counters: [{ by: 'account', burst: 20, every: 60 }] },
  upload: { counters: [{ by: 'account', burst: 60, every: 5 }] },
  create: { counters: [{ by: 'account', burst: 600, every: 1, free: 200 }] },
  // By lines: see server/matching/cost.ts. 5,000 that are pasted are 100.
  match: {
    counters: [
      { by: 'person', burst: 300, every: 1, free: 60 },
      { by: 'client', burst: 1_200, every: 1 / 4, free: 240 },
    ],
  },
  // For who has as many waiting requests as may be, and asks once more.
  wait: { counters: [{ by: 'account', burst: 60, every: 1, free: 30 }] },
  // Half a processor's time at most: one takes a second to draw.
  document: { counters: [{ by: 'account', burst: 200, every: 2, free: 40 }] },
  change: { counters: [{ by: 'account', burst: 1_000, every: 1 / 2, free: 300 }] },
} satisfies Record<Exclude<(typeof LIMITED)[number], 'requests' | 'invitation'>, Limit>;

export type LimitName = keyof typeof LIMITS;

/** How much of a kind may be in work at once, and the limit that a refusal names. */
export interface Share {
  what: LimitName;
  /** How much all callers may use together, where that is bounded. */
  total?: number;
  bounds: { by: By; most: number }[];
}

/** What one client or person may have in work at once, so that nobody takes all of it from the others. Each process of a start allows a part of it. */
export const SHARES = {
  matchMany: {
    what: 'match',
    total: 16,
    bounds: [
      { by: 'person', most: 2 },
      { by: 'client', most: 6 },
    ],
  },
  matchFew: {
    what: 'match',
    total: 64,
    bounds: [
      { by: 'person', most: 4 },
      { by: 'client', most: 16 },
    ],
  },
  // Of hundreds. One who saves them has a connection to the database meanwhile, of ten.
  partNumbers: {
    what: 'change',
    total: 6,
    bounds: [
      { by: 'person', most: 2 },
      { by: 'client', most: 3 },
    ],
  },
  // Lists of more than `LIGHT` bytes: see server/lists/routes.ts.
  readList: {
    what: 'wait',
    bounds: [
      { by: 'person', most: 6 },
      { by: 'client', most: 24 },
    ],
  },
  // Files of any length, each of which reads all there is of something.
  exportAll: {
    what: 'document',
    bounds: [
      { by: 'person', most: 2 },
      { by: 'client', most: 4 },
    ],
  },
  // Of buyers: 20 are in work at once, one is drawn at a time, and each person has two.
  document: { what: 'document', total: 20, bounds: [{ by: 'client', most: 6 }] },
  // Decoding one may take ten seconds of a processor, and four are decoded at once: no client takes all of these places.
  returnPicture: {
    what: 'upload',
    total: 4,
    bounds: [
      { by: 'person', most: 1 },
      { by: 'client', most: 3 },
    ],
  },
} satisfies Record<string, Share>;

export type ShareName = keyof typeof SHARES;

const BY_CALL: { [N in CallName]?: LimitName } = {
  exchangeToken: 'exchange',
  confirmSecondFactor: 'secondFactor',
  proveSecondFactor: 'secondFactor',
  addPasskey: 'secondFactor',
  proveByPasskey: 'secondFactor',
  placeOrder: 'order',
  placePurchase: 'order',
  addReview: 'review',
  invite: 'mail',
  handOver: 'mail',
  uploadImage: 'upload',
  addReturnPicture: 'upload',
  uploadFile: 'upload',
  addImport: 'upload',
  matchLines: 'match',
  findCells: 'match',
  getConfirmation: 'document',
  getInvoice: 'document',
  getCreditNote: 'document',
  getPackingSlip: 'document',
  getAddressLabel: 'document',
  // A cell at a time, as people type.
  changeList: 'change',
};

/** Returns the limit of a call besides that of all requests. Reads have none, but those that are drawn. */
export function limitOf(name: CallName): LimitName | undefined {
  const call: Call = api[name];
  const others = call.creates ? 'create' : 'change';
  return BY_CALL[name] ?? (call.method === 'GET' ? undefined : others);
}

/** Calls whose bodies may be large, by how many bytes count as one attempt. A file of 10,000 part numbers is about 30, saving it 45. */
const BYTES_BY_CALL: { [N in CallName]?: number } = {
  setPartNumbers: 16 * 1024,
  readPartNumbersEffect: 16 * 1024,
};

/** Returns as how many attempts of its limit a call counts. A body that does not say its length counts as the longest one. */
export function costOf(name: CallName, contentLength: string | undefined): number {
  const bytes = BYTES_BY_CALL[name];
  if (bytes === undefined) return 1;
  // A longer one is 413.
  const { bodyBytes = 0 }: Call = api[name];
  return Math.max(1, Math.ceil(Math.min(Number(contentLength ?? bodyBytes), bodyBytes) / bytes));
}

/** Paths of the sign-in provider. Others are limited as requests only. */
const BY_PROVIDER_PATH: Record<string, LimitName> = {
  '/sign-in/email': 'signIn',
  '/sign-in/social': 'signIn',
  '/sign-up/email': 'signUp',
  '/request-password-reset': 'resetPassword',
  '/forget-password': 'resetPassword',
  '/send-verification-email': 'resetPassword',
  '/reset-password': 'password',
  '/change-password': 'signIn',
  '/verify-password': 'signIn',
};

/** Returns the limit of a call to the sign-in provider by its path below /api/auth. */
export function limitOfProviderPath(path: string): LimitName | undefined {
  return BY_PROVIDER_PATH[path];
}

/** Calls of monitors and the payment provider: never rate limited, never shed. */
const VITAL: ReadonlySet<CallName> = new Set<CallName>([
  'getHealth',
  'getReadiness',
  'getMetrics',
  'receiveStripeEvent',
]);

export function isVital(name: CallName): boolean {
  return VITAL.has(name);
}

/** Answered from memory: refusing one would cost as much as answering it. */
const LIGHT: ReadonlySet<CallName> = new Set<CallName>(['listProducts', 'getProduct', 'getConfig']);

export function isLight(name: CallName): boolean {
  return LIGHT.has(name);
}
