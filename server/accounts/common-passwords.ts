import { readFileSync } from 'node:fs';
import { PASSWORD_MIN } from '#contract/accounts/schema.ts';
import { foldPassword } from './hashing.ts';

/**
 * The thousand commonest passwords that are long enough, the commonest first, in lower case: of `passwords.json` of
 * @zxcvbn-ts/language-common 3.0.4 (MIT, https://github.com/zxcvbn-ts/zxcvbn).
 */
const COMMON = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n'),
);

/** Whether a password is among those that are tried first, in whatever case and width. */
export function isCommon(password: string): boolean {
  return password.length >= PASSWORD_MIN && COMMON.has(foldPassword(password).toLowerCase());
}
