import type { z } from 'zod';
import { readMessage } from '#contract/kernel/field-message.ts';
import type { FieldError } from '#contract/kernel/problem.ts';
import { MOST_ERRORS } from './problem.ts';

/** What zod found, as fields and messages, as many as an answer names. A field inside another is named with dots. */
export function toFieldErrors(error: z.ZodError): FieldError[] {
  const seen = new Set<string>();
  const errors: FieldError[] = [];
  for (const issue of error.issues) {
    const field = issue.path.join('.');
    // One message a field: the first is the most basic (required before its form).
    if (errors.length === MOST_ERRORS) break;
    if (!seen.has(field)) errors.push({ field, ...readMessage(issue.message) });
    seen.add(field);
  }
  return errors;
}
