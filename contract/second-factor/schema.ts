import { z } from 'zod';
import { say } from '../kernel/field-message.ts';
import { TimeSchema } from '../kernel/fields.ts';

/** Minutes for which a proof of the second factor is good for money, roles and settings. */
export const PROOF_MINUTES = 10;

/** How many recovery codes a person gets at once. */
export const RECOVERY_CODES = 10;

/** The second factor of the person whose session it is. */
export const SecondFactorSchema = z.object({
  /** Since when there is one. */
  enrolledAt: TimeSchema.optional(),
  /** Whether it has an authenticator app, and how many passkeys. */
  app: z.boolean(),
  passkeys: z.int(),
  /** Whether the shop requires one of staff and admins. */
  required: z.boolean(),
  /** Recovery codes that were not used yet. */
  codesLeft: z.int(),
});

export type SecondFactor = z.infer<typeof SecondFactorSchema>;

/** What an authenticator app needs. `uri` is for its camera, `secret` for who types. */
export const NewSecondFactorSchema = z.object({ secret: z.string(), uri: z.string() });

/** A code of six digits of the authenticator app or, to prove oneself, a recovery code. */
export const CodeSchema = z.object({
  code: z.string(say('code_required')).trim().min(1, say('code_required')).max(40, say('code_wrong')),
});
export type Code = z.infer<typeof CodeSchema>;

/** Each is good once. They are not shown again. */
export const RecoveryCodesSchema = z.object({ codes: z.array(z.string()) });

export const ProvenSchema = z.object({ codesLeft: z.int() });
