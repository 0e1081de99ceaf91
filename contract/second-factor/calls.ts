import { callsOf } from '../kernel/call.ts';
import { DeletedSchema } from '../kernel/fields.ts';
import {
  CodeSchema,
  NewSecondFactorSchema,
  ProvenSchema,
  RecoveryCodesSchema,
  SecondFactorSchema,
} from './schema.ts';

const call = callsOf('Signing in');

const SESSION = { proof: 'cookie', may: 'account.manage' } as const;

/** The calls about the second factor of sign-ins. They take the session's cookie: without the factor there is no accessToken. */
export const secondFactorCalls = {
  getSecondFactor: call('GET /second-factor', {
    ...SESSION,
    summary: 'Whether one has a second factor, and how many recovery codes are left',
    output: SecondFactorSchema,
  }),
  beginSecondFactor: call('POST /second-factor', {
    ...SESSION,
    status: 200,
    summary:
      'Get the secret for an authenticator app, within ten minutes of signing in or of the last proof, once the email address is confirmed',
    output: NewSecondFactorSchema,
    refuses: ['second_factor_needed', 'own_address_unproven'],
  }),
  confirmSecondFactor: call('POST /second-factor/confirm', {
    ...SESSION,
    status: 200,
    summary: 'Turn the second factor on by a first code of the app; all other sessions end',
    body: CodeSchema,
    output: RecoveryCodesSchema,
    refuses: ['second_factor_needed', 'own_address_unproven'],
  }),
  proveSecondFactor: call('POST /second-factor/prove', {
    ...SESSION,
    status: 200,
    summary: 'Prove the second factor for this session, by a code of the app or a recovery code',
    body: CodeSchema,
    output: ProvenSchema,
  }),
  replaceRecoveryCodes: call('POST /second-factor/codes', {
    ...SESSION,
    status: 200,
    summary: 'Get new recovery codes, within ten minutes of the last proof; the old ones end',
    output: RecoveryCodesSchema,
    refuses: ['second_factor_needed'],
  }),
  removeSecondFactor: call('DELETE /users/:email/second-factor', {
    may: 'account.removeFactor',
    tag: 'People',
    summary: 'Remove somebody else’s second factor, who has lost it; they are told by mail and signed out',
    output: DeletedSchema,
    refuses: ['own_second_factor'],
  }),
};
