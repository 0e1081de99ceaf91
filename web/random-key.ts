/**
 * Returns a random Idempotency-Key: 128 bits in hexadecimal. A page that was opened by plain http, other than on localhost, has
 * no `crypto.randomUUID` (https://www.w3.org/TR/webcrypto/#Crypto-interface).
 */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
