import { z } from 'zod';

/** One wrong field of the input and the message to show beside it. */
export const FieldErrorSchema = z.object({ field: z.string(), message: z.string() });
export type FieldError = z.infer<typeof FieldErrorSchema>;

/** Every error answer: RFC 9457 `application/problem+json`, with a `code` for programs and `errors` for forms. */
export const ProblemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  /** A sentence for people: what happened, and what to do. */
  detail: z.string(),
  /** A word for programs. Compare by this, never by class or text. */
  code: z.string(),
  errors: z.array(FieldErrorSchema).optional(),
});
export type ProblemBody = z.infer<typeof ProblemSchema>;
