import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { APIError } from 'better-auth';
import { verifyPassword } from 'better-auth/crypto';
import pLimit from 'p-limit';
import { boundsOf, networksOf } from '../ground/limits/client.ts';
import { Shares } from '../ground/limits/shares.ts';
import { provenHere } from './proven.ts';

/** How passwords are hashed and compared with their hashes. */
export interface PasswordHashing {
  hash(password: string): Promise<string>;
  verify(proof: { hash: string; password: string }): Promise<boolean>;
  /**
   * Returns what takes the place of a hash that was made in an older way, when the password is its; undefined for one that is
   * as `hash` makes them. The same two make the same: sign-ins at the same time replace it by one and the same.
   */
  renew(proof: { hash: string; password: string }): Promise<string | undefined>;
  /** Throws 503 when as many passwords wait as may, of all or of this client. To be asked before something that cannot be done again. */
  admit(): void;
}

const derive = promisify<string, string, number, object, Buffer>(scrypt);

const KEY_BYTES = 32;
/** Each takes 128 MiB and half a second of a processor. */
const HASHES_AT_ONCE = 2;
const MOST_WAITING = 32;
/** Passwords that one client has in work or waiting, so that nobody takes all places from the others. */
const MOST_OF_CLIENT = 8;

/** Returns a password as it is hashed: keyboards write the same letters in several ways. */
export const foldPassword = (password: string) => password.normalize('NFKC');

/** Returns hashing by scrypt with N = 2 ** `log2`, r = 8 and p = 1: a few at once, while a bounded number of others wait. */
export function createHashing(log2: number): PasswordHashing {
  const mark = `scrypt-${log2}-8-1`;
  const cost = { N: 2 ** log2, r: 8, p: 1, maxmem: 2 ** (log2 + 11) };
  const queue = pLimit(HASHES_AT_ONCE);

  const shares = new Shares();

  /** Takes a place for the client whose request runs, and returns what gives it back. */
  function take(): () => void {
    const { ip } = provenHere();
    const networks = ip === undefined ? [] : networksOf(ip);
    const bounds = boundsOf(networks, MOST_OF_CLIENT, HASHES_AT_ONCE + MOST_WAITING);
    const giveBack = queue.pendingCount < MOST_WAITING ? shares.begin(bounds) : undefined;
    if (giveBack) return giveBack;
    const message = 'Too many people sign in at the moment. Try again in a moment.';
    throw new APIError('SERVICE_UNAVAILABLE', { code: 'UNAVAILABLE', message }, { 'retry-after': '3' });
  }

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const giveBack = take();
    return queue(work).finally(giveBack);
  }

  const derived = (password: string, salt: string) =>
    inTurn(() => derive(foldPassword(password), salt, KEY_BYTES, cost));

  const hashWith = async (password: string, salt: string) =>
    `${mark}:${salt}:${(await derived(password, salt)).toString('hex')}`;

  return {
    admit: () => take()(),
    hash: async (password) => hashWith(password, randomBytes(16).toString('hex')),
    async verify({ hash, password }) {
      const [of, salt = '', key = ''] = hash.split(':');
      // Once hashes were the sign-in provider's own, of a lower cost.
      if (of !== mark) return inTurn(() => verifyPassword({ hash, password }));
      return timingSafeEqual(Buffer.from(key, 'hex'), await derived(password, salt));
    },
    async renew({ hash, password }) {
      const [salt = ''] = hash.split(':');
      return salt === mark ? undefined : hashWith(password, salt);
    },
  };
}

/** As OWASP advises: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#scrypt */
export const ORDINARY_HASHING = createHashing(17);

const CHEAP_MARK = 'cheap';
const CHEAP_COST = { N: 2 };

/** For tests, which sign thousands of people in: hashes that cost nothing, also to guess (PASSWORD_HASH=cheap). */
export const CHEAP_HASHING: PasswordHashing = {
  async hash(password) {
    const salt = randomBytes(8).toString('hex');
    return `${CHEAP_MARK}:${salt}:${(await derive(password, salt, 16, CHEAP_COST)).toString('hex')}`;
  },
  async verify({ hash, password }) {
    const [mark, salt = '', key = ''] = hash.split(':');
    if (mark !== CHEAP_MARK) return ORDINARY_HASHING.verify({ hash, password });
    return timingSafeEqual(Buffer.from(key, 'hex'), await derive(password, salt, 16, CHEAP_COST));
  },
  renew: async () => undefined,
  admit() {},
};
