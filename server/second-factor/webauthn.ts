import type { TRANSPORTS } from '#contract/second-factor/limits.ts';
import {
  CHALLENGE_MINUTES,
  type NewPasskey,
  type PasskeyCreation,
  type PasskeyProof,
  type PasskeyRequest,
} from '#contract/second-factor/passkeys.ts';

type Transport = (typeof TRANSPORTS)[number];

/** The page that asks, and the host that its passkeys are of. */
export interface Site {
  origin: string;
  rpId: string;
}

/** A passkey as an authenticator has made it. */
export interface MadePasskey {
  credentialId: Buffer;
  /** As COSE. */
  publicKey: Buffer;
  counter: number;
  transports: Transport[];
}

/** One that the shop keeps. */
export interface KnownPasskey extends MadePasskey {
  id: string;
  name: string;
}

/** Signatures that are taken, as COSE numbers them: ES256, EdDSA and RS256 (https://www.rfc-editor.org/rfc/rfc9053). */
const ALGORITHMS = [-7, -8, -257];
/** The most bytes of a public key as COSE: passkeys_key_bound. */
const MOST_KEY_BYTES = 2000;

const timeout = CHALLENGE_MINUTES * 60_000;
const userVerification = 'required' as const;

/** The origin of a request, when it is one under which people open the shop. */
export function siteOf(origins: readonly string[], origin: string | undefined): Site | undefined {
  const own = origins.find((one) => one === origin);
  return own === undefined ? undefined : { origin: own, rpId: new URL(own).hostname };
}

/** By what a browser makes a passkey: one that asks for a finger, a face or a PIN, and that the person has not got yet. */
export function creationOf(
  { rpId }: Site,
  shopName: string,
  { userId, email }: { userId: string; email: string },
  challenge: Buffer,
  known: readonly KnownPasskey[],
): PasskeyCreation {
  return {
    rp: { id: rpId, name: shopName },
    user: { id: handleOf(userId), name: email, displayName: email },
    challenge: challenge.toString('base64url'),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout,
    excludeCredentials: known.map(describe),
    authenticatorSelection: { residentKey: 'preferred', userVerification },
    attestation: 'none',
  };
}

/** What one of the passkeys has to sign. */
export function requestOf({ rpId }: Site, challenge: Buffer, known: readonly KnownPasskey[]): PasskeyRequest {
  return {
    rpId,
    challenge: challenge.toString('base64url'),
    timeout,
    userVerification,
    allowCredentials: known.map(describe),
  };
}

function describe({ credentialId, transports }: KnownPasskey) {
  return { type: 'public-key' as const, id: credentialId.toString('base64url'), transports };
}

/** By what an authenticator knows a person: it is the same for all of their passkeys, and says nothing about them. */
function handleOf(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');
}

/** What an answer has to be for. */
const expected = ({ origin, rpId }: Site, challenge: Buffer) => ({
  expectedChallenge: challenge.toString('base64url'),
  expectedOrigin: origin,
  expectedRPID: rpId,
  requireUserVerification: true,
});

/** Reads a new passkey. Undefined when it was not made for this challenge, here and by a person who was verified. */
export async function readNew(
  site: Site,
  challenge: Buffer,
  { id, clientDataJSON, attestationObject, transports }: NewPasskey['credential'],
): Promise<MadePasskey | undefined> {
  // Loaded where it is used: few people add a passkey.
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  try {
    const attestation = decodeAttestationObject(Buffer.from(attestationObject, 'base64url'));
    // None is asked for: the library is not given certificates to follow.
    const isPlain = attestation.get('fmt') === 'none' || attestation.get('fmt') === 'packed';
    if (!isPlain || attestation.get('attStmt').get('x5c') !== undefined || isFramed(clientDataJSON))
      return undefined;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject },
      },
      ...expected(site, challenge),
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return undefined;
    const { credential } = registrationInfo;
    if (credential.id !== id || credential.publicKey.length > MOST_KEY_BYTES) return undefined;
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: [...new Set(transports)],
    };
  } catch {
    // The library throws for whatever does not fit.
    return undefined;
  }
}

/** The counter of a signature by a passkey of a person. Undefined when it does not prove them for this challenge and here. */
export async function readProof(
  site: Site,
  challenge: Buffer,
  userId: string,
  known: KnownPasskey,
  { id, userHandle, ...response }: PasskeyProof['credential'],
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    if ((userHandle !== undefined && userHandle !== handleOf(userId)) || isFramed(response.clientDataJSON))
      return undefined;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
      ...expected(site, challenge),
      // The counter is compared by the statement that changes it.
      credential: { id, publicKey: new Uint8Array(known.publicKey), counter: 0 },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a page of another site had the shop's page in a frame. */
function isFramed(clientDataJSON: string): boolean {
  const { crossOrigin, topOrigin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
  return crossOrigin === true || topOrigin !== undefined;
}
