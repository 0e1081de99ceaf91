import { z } from 'zod';
import { callsOf } from '../kernel/call.ts';
import { DeletedSchema } from '../kernel/fields.ts';
import {
  AddedPasskeySchema,
  NewPasskeySchema,
  PasskeyCreationSchema,
  PasskeyProofSchema,
  PasskeyRequestSchema,
  PasskeySchema,
} from './passkeys.ts';
import { ProvenSchema } from './schema.ts';

const call = callsOf('Signing in');

const SESSION = { proof: 'cookie', may: 'account.manage' } as const;

/** The calls about passkeys, a second factor of sign-ins. They take the session's cookie, as those of `second-factor.ts`. */
export const passkeyCalls = {
  listPasskeys: call('GET /second-factor/passkeys', {
    ...SESSION,
    summary: 'List one’s passkeys',
    output: z.array(PasskeySchema),
    refuses: ['second_factor_needed'],
  }),
  beginPasskey: call('POST /second-factor/passkeys/begin', {
    ...SESSION,
    status: 200,
    summary:
      'Get what a browser makes a passkey by, within ten minutes of signing in or of the last proof, once the email address is confirmed',
    output: PasskeyCreationSchema,
    refuses: ['second_factor_needed', 'own_address_unproven', 'passkeys_full'],
  }),
  addPasskey: call('POST /second-factor/passkeys', {
    ...SESSION,
    summary: 'Add the passkey that the browser has made; the first second factor ends all other sessions',
    body: NewPasskeySchema,
    output: AddedPasskeySchema,
    refuses: ['second_factor_needed', 'own_address_unproven', 'passkeys_full'],
  }),
  removePasskey: call('DELETE /second-factor/passkeys/:id', {
    ...SESSION,
    summary: 'Remove one of one’s passkeys, within ten minutes of the last proof; not the only second factor',
    output: DeletedSchema,
    refuses: ['second_factor_needed', 'last_passkey'],
  }),
  beginPasskeyProof: call('POST /second-factor/passkeys/challenge', {
    ...SESSION,
    status: 200,
    summary: 'Get what one of one’s passkeys has to sign, once and within five minutes',
    output: PasskeyRequestSchema,
    refuses: ['not_found'],
  }),
  proveByPasskey: call('POST /second-factor/passkeys/prove', {
    ...SESSION,
    status: 200,
    summary: 'Prove the second factor for this session by a passkey',
    body: PasskeyProofSchema,
    output: ProvenSchema,
  }),
};
