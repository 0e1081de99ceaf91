import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { type NewNote, NewNoteSchema } from '#contract/purchases/schema.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { resolverOf } from '../../../ui/form-resolver.ts';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import { TextArea } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSubmit } from '../../../ui/use-submit.ts';
import { callAsUser } from '../../../user-calls.ts';

/** A note in the history of a purchase: for staff, or a mail to the buyer. */
export function NoteForm({ purchaseId, onClose }: { purchaseId: string; onClose: () => void }) {
  const client = useQueryClient();
  const form = useForm<NewNote>({
    resolver: resolverOf(NewNoteSchema) as never,
    defaultValues: { text: '', toBuyer: false },
  });
  const { register, watch } = form;
  const { isSubmitting, submitCount } = form.formState;
  const { submit, field, refusal } = useSubmit(form, ['text'], async (body, idempotencyKey) => {
    await callAsUser('addNote', { params: { id: purchaseId }, body }, { idempotencyKey });
    toast.success(body.toBuyer ? 'Sent to the buyer' : 'Noted');
    client.invalidateQueries({ queryKey: ['orders', 'purchase', purchaseId] });
    onClose();
  });
  return (
    <form
      method="post"
      noValidate
      onSubmit={submit}
      className="screen-only sheet grid gap-3 p-5"
      aria-label="Note"
    >
      <TextArea
        label="Note"
        {...field('text')}
        // The form was asked for by a button, which is gone.
        autoFocus
        dir="auto"
        rows={2}
      />
      <div className="flex flex-wrap items-center gap-4">
        <label className="flex items-center gap-2 text-sm">
          <input type="checkbox" className="h-4 w-4 accent-primary" {...register('toBuyer')} />
          Send it to the buyer by email
        </label>
        <ActionButton type="submit" small busy={isSubmitting}>
          {watch('toBuyer') ? 'Send' : 'Add the note'}
        </ActionButton>
        <Button small onClick={onClose}>
          Cancel
        </Button>
      </div>
      <FormProblem problem={refusal} attempt={submitCount} />
      {watch('text') !== '' && <LeaveGuard unsaved={1} />}
    </form>
  );
}
