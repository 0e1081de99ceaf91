/** Schemas of the second factor of sign-ins, each with an example. */
import {
  AddedPasskeySchema,
  NewPasskeySchema,
  PasskeyCreationSchema,
  PasskeyProofSchema,
  PasskeyRequestSchema,
  PasskeySchema,
} from '../second-factor/passkeys.ts';
import {
  CodeSchema,
  NewSecondFactorSchema,
  ProvenSchema,
  RecoveryCodesSchema,
  SecondFactorSchema,
} from '../second-factor/schema.ts';
import { ID, type Named, named, TIME } from './examples.ts';

const CREDENTIAL = 'o2Yv4mPpS0q1Zs0cGZk4uQ';
const CHALLENGE = 'tq0uXw6xQyCk3uC0c2m5T0n3l2vG1oYd4hJ8rBz7fEs';
const clientDataJSON = 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0';
const known = { type: 'public-key' as const, id: CREDENTIAL, transports: ['internal' as const] };

export const secondFactorSchemas: Record<string, Named> = {
  SecondFactor: named(SecondFactorSchema, {
    enrolledAt: TIME,
    app: true,
    passkeys: 1,
    required: true,
    codesLeft: 10,
  }),
  NewSecondFactor: named(NewSecondFactorSchema, {
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/Northbridge:ada%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Northbridge&digits=6&period=30',
  }),
  Code: named(CodeSchema, { code: '123456' }),
  RecoveryCodes: named(RecoveryCodesSchema, { codes: ['ABCD-EFGH-JKLM-NPQR'] }),
  SecondFactorProof: named(ProvenSchema, { codesLeft: 9 }),
  Passkey: named(PasskeySchema, { _id: ID, name: 'Laptop', createdAt: TIME, usedAt: TIME }),
  PasskeyCreation: named(PasskeyCreationSchema, {
    rp: { id: 'shop.example.com', name: 'Northbridge' },
    user: { id: 'AZqkG3x0cACvD1Yl1m0w2A', name: 'ada@example.com', displayName: 'ada@example.com' },
    challenge: CHALLENGE,
    timeout: 300_000,
    attestation: 'none',
    excludeCredentials: [known],
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  }),
  NewPasskey: named(NewPasskeySchema, {
    name: 'Laptop',
    credential: {
      id: CREDENTIAL,
      clientDataJSON,
      attestationObject: 'o2NmbXRkbm9uZQ',
      transports: ['internal'],
    },
  }),
  AddedPasskey: named(AddedPasskeySchema, { insertedId: ID, codes: ['ABCD-EFGH-JKLM-NPQR'] }),
  PasskeyRequest: named(PasskeyRequestSchema, {
    rpId: 'shop.example.com',
    challenge: CHALLENGE,
    timeout: 300_000,
    userVerification: 'required',
    allowCredentials: [known],
  }),
  PasskeyProof: named(PasskeyProofSchema, {
    credential: {
      id: CREDENTIAL,
      clientDataJSON,
      authenticatorData: 'SZYN5YgOjGh0NBcP',
      signature: 'MEUCIQDx',
    },
  }),
};
