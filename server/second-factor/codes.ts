import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createOTP } from '@better-auth/utils/otp';
import { RECOVERY_CODES } from '#contract/second-factor/schema.ts';

const STEP_SECONDS = 30;

/** A secret of 144 bits: its letters are the bytes that the app computes with. */
export function newSecret(): string {
  return randomBytes(18).toString('base64url');
}

/** The address that an authenticator app reads a secret from. */
export function addressOf(secret: string, issuer: string, email: string): string {
  return createOTP(secret).url(issuer, email);
}

/** The half minute, counted from 1970, of which a code is: this one, or the one before or after. Undefined for a wrong code. */
export async function stepOf(secret: string, code: string, now = Date.now()): Promise<number | undefined> {
  const current = Math.floor(now / 1000 / STEP_SECONDS);
  const otp = createOTP(secret);
  let found: number | undefined;
  for (const step of [current - 1, current, current + 1]) {
    const right = Buffer.from(await otp.hotp(step));
    if (right.length === code.length && timingSafeEqual(right, Buffer.from(code))) found = step;
  }
  return found;
}

/** 32 letters and digits that nobody takes for another one. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** New recovery codes of 80 bits each: `ABCD-EFGH-JKLM-NPQR`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    [...randomBytes(16)]
      .map((byte, index) => (index > 0 && index % 4 === 0 ? '-' : '') + LETTERS[byte & 31])
      .join(''),
  );
}

/** What is kept of a recovery code, however it is written. So many bits need no slow hash. */
export function hashOfCode(code: string): Buffer {
  return hash('sha256', code.replaceAll(/[\s-]/g, '').toUpperCase(), 'buffer');
}

/** A code of an authenticator app without the space that people type; undefined for what is none. */
export function appCode(code: string): string | undefined {
  const digits = code.replaceAll(/\s/g, '');
  return /^[0-9]{6}$/.test(digits) ? digits : undefined;
}
