import { useState } from 'react';
import type {
  FieldError,
  FieldPath,
  FieldValues,
  RegisterOptions,
  UseFormRegisterReturn,
  UseFormReturn,
} from 'react-hook-form';
import { createKeys, type Refusal, refusalOf } from './submission.ts';

/** What a field takes from its form. */
export type FormField = UseFormRegisterReturn & { error: string | undefined };

/**
 * Sends a form. When the server refuses, the messages are shown at their fields, the first of these fields gets the focus, and
 * `refusal` has the rest for FormProblem. The input stays.
 * @param fields the names of the fields, from top to bottom
 * @param send gets the valid values and the Idempotency-Key of this submission; throws when the server refuses
 * @returns also `field`, which registers a field and tells its error
 */
export function useSubmit<Values extends FieldValues, Sent>(
  { handleSubmit, setError, register, formState }: UseFormReturn<Values, unknown, Sent>,
  fields: FieldPath<Values>[],
  send: (values: Sent, idempotencyKey: string) => Promise<void>,
) {
  const [refusal, setRefusal] = useState<Refusal>();
  const [keys] = useState(createKeys);

  const submit = handleSubmit(async (values) => {
    setRefusal(undefined);
    try {
      await send(values, keys.keyOf(values));
      keys.settle();
    } catch (error) {
      keys.settle(error);
      const refused = refusalOf(error, fields);
      for (const [index, { field, message }] of (refused.atFields ?? []).entries())
        setError(field as FieldPath<Values>, { type: 'server', message }, { shouldFocus: index === 0 });
      setRefusal(refused);
    }
  });

  const field = (
    name: FieldPath<Values> & keyof Values,
    options?: RegisterOptions<Values, FieldPath<Values>>,
  ): FormField => ({
    ...register(name, options),
    error: (formState.errors[name] as FieldError | undefined)?.message,
  });

  return { submit, field, refusal, setRefusal };
}
