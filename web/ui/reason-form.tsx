import { useForm } from 'react-hook-form';
import { type Reason, ReasonSchema } from '#contract/kernel/fields.ts';
import { AskDialog } from './ask-dialog.tsx';
import { FormProblem } from './form-problem.tsx';
import { resolverOf } from './form-resolver.ts';
import type { Question } from './reason-dialog.tsx';
import { TextField } from './text-field.tsx';
import { useModal } from './use-modal.ts';
import { useSubmit } from './use-submit.ts';

/** The form of a `ReasonDialog`. */
export function ReasonForm({ hint, send, ...asking }: Question) {
  const dialog = useModal();
  const form = useForm<Reason>({ resolver: resolverOf(ReasonSchema), defaultValues: { why: '' } });
  const { register, formState } = form;
  const { errors, isSubmitting, submitCount } = formState;
  const { submit, refusal } = useSubmit(form, ['why'], async ({ why }) => {
    await send(why);
    dialog.current?.close();
  });
  return (
    <AskDialog
      {...asking}
      dialog={dialog}
      busy={isSubmitting}
      onSubmit={submit}
      fields={
        <>
          <TextField label="Reason" hint={hint} error={errors.why?.message} {...register('why')} dir="auto" />
          <FormProblem problem={refusal} attempt={submitCount} />
        </>
      }
    />
  );
}
