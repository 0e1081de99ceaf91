import { createPublicKey, type webcrypto } from 'node:crypto';

/** The most bytes of a public key as COSE: passkeys_key_bound. */
const MOST_BYTES = 2000;
/** Bits of an RSA key: less is no protection, more is work for whoever checks its signatures. */
const RSA_BITS = [2048, 4096] as const;

/** Labels of a COSE key (https://www.rfc-editor.org/rfc/rfc9052#section-7, https://www.rfc-editor.org/rfc/rfc9053#section-7). */
const [TYPE, ALGORITHM, FIRST, SECOND, THIRD] = [1, 3, -1, -2, -3];
const [OKP, EC2, RSA] = [1, 2, 3];
const [ES256, EDDSA, RS256] = [-7, -8, -257];
const [P256, ED25519] = [1, 6];

/** Signatures that are taken, as COSE numbers them. */
export const ALGORITHMS = [ES256, EDDSA, RS256];

/** Whether a public key can check signatures, is of a kind that is taken, and no larger than it has to be. */
export async function isUsableKey(cose: Uint8Array<ArrayBuffer>): Promise<boolean> {
  if (cose.length > MOST_BYTES) return false;
  const { decodeCredentialPublicKey } = await import('@simplewebauthn/server/helpers');
  try {
    const key = toJwk(decodeCredentialPublicKey(cose) as unknown as Map<number, unknown>);
    if (!key) return false;
    // A point that is not on its curve is no key: this throws.
    const { modulusLength } = createPublicKey({ key, format: 'jwk' }).asymmetricKeyDetails ?? {};
    return modulusLength === undefined || (modulusLength >= RSA_BITS[0] && modulusLength <= RSA_BITS[1]);
  } catch {
    return false;
  }
}

function toJwk(cose: Map<number, unknown>): webcrypto.JsonWebKey | undefined {
  const text = (label: number) => Buffer.from(cose.get(label) as Uint8Array).toString('base64url');
  const [type, algorithm, first] = [cose.get(TYPE), cose.get(ALGORITHM), cose.get(FIRST)];
  if (type === EC2 && algorithm === ES256 && first === P256)
    return { kty: 'EC', crv: 'P-256', x: text(SECOND), y: text(THIRD) };
  if (type === OKP && algorithm === EDDSA && first === ED25519)
    return { kty: 'OKP', crv: 'Ed25519', x: text(SECOND) };
  if (type === RSA && algorithm === RS256) return { kty: 'RSA', n: text(FIRST), e: text(SECOND) };
  return undefined;
}
