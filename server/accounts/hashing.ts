import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { hashPassword, verifyPassword } from 'better-auth/crypto';

/** How passwords are hashed and compared with their hashes. */
export interface PasswordHashing {
  hash(password: string): Promise<string>;
  verify(proof: { hash: string; password: string }): Promise<boolean>;
}

/** The sign-in provider's own way: scrypt, a tenth of a second of a processor. */
export const ORDINARY_HASHING: PasswordHashing = { hash: hashPassword, verify: verifyPassword };

const MARK = 'cheap';
const COST = { N: 2 };
const derive = promisify<string, string, number, object, Buffer>(scrypt);

/** For tests, which sign thousands of people in: hashes that cost nothing, also to guess (PASSWORD_HASH=cheap). */
export const CHEAP_HASHING: PasswordHashing = {
  async hash(password) {
    const salt = randomBytes(8).toString('hex');
    return `${MARK}:${salt}:${(await derive(password, salt, 16, COST)).toString('hex')}`;
  },
  async verify({ hash, password }) {
    const [mark, salt = '', key = ''] = hash.split(':');
    if (mark !== MARK) return ORDINARY_HASHING.verify({ hash, password });
    return timingSafeEqual(Buffer.from(key, 'hex'), await derive(password, salt, 16, COST));
  },
};
