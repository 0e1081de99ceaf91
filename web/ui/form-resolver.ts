import { zodResolver } from '@hookform/resolvers/zod';
import { readMessage } from '#contract/kernel/field-message.ts';

/** Validates a form by a schema of the contract, whose messages are codes, and returns the messages as texts. */
export const resolverOf = ((...parameters: Parameters<typeof zodResolver>) => {
  const resolve = zodResolver(...parameters);
  return async (...input: Parameters<typeof resolve>) => {
    const result = await resolve(...input);
    toWords(result.errors);
    return result;
  };
}) as typeof zodResolver;

/** Errors of a list's fields stand one level deeper. */
function toWords(errors: object): void {
  for (const error of Object.values(errors)) {
    if (typeof error?.message === 'string') error.message = readMessage(error.message).message;
    else if (error && !('type' in error)) toWords(error);
  }
}
