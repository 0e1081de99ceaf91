import { type ReactNode, useId } from 'react';
import { useForm } from 'react-hook-form';
import { type Reason, ReasonSchema } from '#contract/fields.ts';
import { ActionButton } from './action-button.tsx';
import { FormProblem } from './form-problem.tsx';
import { resolverOf } from './form-resolver.ts';
import { TextField } from './text-field.tsx';
import { useModal } from './use-modal.ts';
import { useSubmit } from './use-submit.ts';

interface Props {
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

/** Asks for a reason before something is done. Render it only while it is open. */
export function ReasonDialog({ title, action, warns = false, hint, send, onClose, children }: Props) {
  const dialog = useModal();
  const id = useId();
  const form = useForm<Reason>({ resolver: resolverOf(ReasonSchema), defaultValues: { why: '' } });
  const { register, formState } = form;
  const { errors, isSubmitting, submitCount } = formState;
  const { submit, refusal } = useSubmit(form, ['why'], async ({ why }) => {
    await send(why);
    dialog.current?.close();
  });
  return (
    <dialog
      ref={dialog}
      className="panel"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={onClose}
    >
      <h2 id={`${id}-title`} className="text-lg">
        {title}
      </h2>
      <div id={`${id}-text`} className="mt-2 text-muted">
        {children}
      </div>
      <form noValidate onSubmit={submit} className="mt-4 grid gap-3">
        <TextField label="Reason" hint={hint} error={errors.why?.message} {...register('why')} dir="auto" />
        <FormProblem problem={refusal} attempt={submitCount} />
        <div className="mt-2 flex flex-wrap justify-end gap-3">
          <button type="button" className="btn btn-quiet" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <ActionButton
            type="submit"
            className={`btn ${warns ? 'btn-error' : 'btn-primary'}`}
            busy={isSubmitting}
          >
            {action}
          </ActionButton>
        </div>
      </form>
    </dialog>
  );
}
