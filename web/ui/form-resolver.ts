import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldError } from 'react-hook-form';
import { readMessage } from '#contract/field-message.ts';

/** Validates a form by a schema of the contract, whose messages are codes, and returns the messages as texts. */
export const resolverOf = ((...parameters: Parameters<typeof zodResolver>) => {
  const resolve = zodResolver(...parameters);
  return async (...input: Parameters<typeof resolve>) => {
    const result = await resolve(...input);
    for (const error of Object.values(result.errors) as FieldError[]) {
      error.message &&= readMessage(error.message).message;
    }
    return result;
  };
}) as typeof zodResolver;
