import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { type Reason, ReasonSchema } from '#contract/kernel/fields.ts';
import { AskDialog } from './ask-dialog.tsx';
import { FormProblem } from './form-problem.tsx';
import { resolverOf } from './form-resolver.ts';
import { TextField } from './text-field.tsx';
import { useModal } from './use-modal.ts';
import { useSubmit } from './use-submit.ts';

export interface Question {
  title: string;
  /** The label of the confirming button. */
  action: string;
  /** Whether the button has the warning style. */
  warns?: boolean;
  /** Who reads the reason. */
  hint: string;
  /** Sends the reason; the dialog closes then, and stays open with the message when it throws. */
  send: (why: string) => Promise<void>;
  onClose: () => void;
  /** What it is about. */
  children: ReactNode;
}

/** The form of a `ReasonDialog`. */
export function ReasonForm({ hint, send, ...asking }: Question) {
  const dialog = useModal();
  const form = useForm<Reason>({ resolver: resolverOf(ReasonSchema), defaultValues: { why: '' } });
  const { isSubmitting, submitCount } = form.formState;
  const { submit, field, refusal } = useSubmit(form, ['why'], async ({ why }) => {
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
          <TextField label="Reason" hint={hint} {...field('why')} dir="auto" />
          <FormProblem problem={refusal} attempt={submitCount} />
        </>
      }
    />
  );
}
