import { z } from 'zod';
import { say } from '../kernel/field-message.ts';
import { IdSchema, InsertedSchema, requiredLine, TimeSchema } from '../kernel/fields.ts';
import { TRANSPORTS } from './limits.ts';

/** Minutes in which a passkey has to answer what it is asked. */
export const CHALLENGE_MINUTES = 5;

/** Bytes as base64url without padding, of up to `most` characters. */
function bytes(most: number) {
  return z
    .string()
    .max(most)
    .regex(/^[\w-]+$/);
}

/** The id of a passkey at its authenticator: up to 1023 bytes. */
const CredentialId = bytes(1364);
const ClientData = bytes(4000);
/**
 * A key of RSA with 4096 bits, the longest id and a signature by the key itself are 2,250 bytes together. More would only be work:
 * what is nested deeply takes time by the square of its length.
 */
const Attestation = bytes(3200);
/** 37 bytes and what extensions add, of which the shop asks for none. */
const AuthenticatorData = bytes(1000);
const transports = z.array(z.enum(TRANSPORTS)).max(TRANSPORTS.length);

/** A passkey as its owner sees it. */
export const PasskeySchema = z.object({
  _id: IdSchema,
  name: z.string(),
  createdAt: TimeSchema,
  /** When it has last proven who signs in. */
  usedAt: TimeSchema.optional(),
});
export type Passkey = z.infer<typeof PasskeySchema>;

const NamedCredential = z.object({ type: z.literal('public-key'), id: z.string(), transports });

/** For `PublicKeyCredential.parseCreationOptionsFromJSON()`. */
export const PasskeyCreationSchema = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  /** Milliseconds. */
  timeout: z.int(),
  /** Those that the person has already. */
  excludeCredentials: z.array(NamedCredential),
  authenticatorSelection: z.object({
    residentKey: z.literal('preferred'),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});
export type PasskeyCreation = z.infer<typeof PasskeyCreationSchema>;

/** For `PublicKeyCredential.parseRequestOptionsFromJSON()`. */
export const PasskeyRequestSchema = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.int(),
  allowCredentials: z.array(NamedCredential),
  userVerification: z.literal('required'),
});
export type PasskeyRequest = z.infer<typeof PasskeyRequestSchema>;

export const PasskeyNameSchema = z.object({ name: requiredLine(say('name_required'), 50) });
export type PasskeyName = z.infer<typeof PasskeyNameSchema>;

/** What the browser has made by the options, of which an attestation is not wanted. */
export const NewPasskeySchema = PasskeyNameSchema.extend({
  credential: z.object({
    id: CredentialId,
    clientDataJSON: ClientData,
    attestationObject: Attestation,
    transports,
  }),
});
export type NewPasskey = z.infer<typeof NewPasskeySchema>;

/** With the first second factor come recovery codes, which are not shown again. */
export const AddedPasskeySchema = InsertedSchema.extend({ codes: z.array(z.string()).optional() });

/** What a passkey has signed. */
export const PasskeyProofSchema = z.object({
  credential: z.object({
    id: CredentialId,
    clientDataJSON: ClientData,
    authenticatorData: AuthenticatorData,
    signature: bytes(2000),
    userHandle: bytes(88).optional(),
  }),
});
export type PasskeyProof = z.infer<typeof PasskeyProofSchema>;
