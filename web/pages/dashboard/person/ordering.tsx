import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { UserDetail } from '#contract/accounts.ts';
import { type Reason, ReasonSchema } from '#contract/fields.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { formatMoment } from '../../../ui/dates.ts';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { resolverOf } from '../../../ui/form-resolver.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { useSubmit } from '../../../ui/use-submit.ts';
import { callAsUser } from '../../../user-calls.ts';

/** Whether the person may order, with the form or the button that changes it. */
export function Ordering({ person }: { person: UserDetail }) {
  return (
    <section aria-labelledby="ordering" className="sheet grid gap-4 p-5">
      <h2 id="ordering" className="text-lg">
        Ordering
      </h2>
      {person.blocked ? (
        <Blocked person={person} blocked={person.blocked} />
      ) : (
        <BlockForm email={person.email} />
      )}
    </section>
  );
}

function BlockForm({ email }: { email: string }) {
  const client = useQueryClient();
  const form = useForm<Reason>({ resolver: resolverOf(ReasonSchema), defaultValues: { why: '' } });
  const { register, formState } = form;
  const { errors, isSubmitting } = formState;
  const { submit, refusal } = useSubmit(form, ['why'], async (body) => {
    await callAsUser('blockUser', { params: { email }, body });
    await client.invalidateQueries({ queryKey: ['users'] });
  });
  return (
    <form noValidate onSubmit={submit} className="grid max-w-xl gap-4">
      <TextField
        label="Reason"
        hint="The person may order. When you stop that, they read this reason when they try; what they have ordered stays."
        error={errors.why?.message}
        {...register('why')}
        dir="auto"
      />
      <ActionButton type="submit" className="btn btn-quiet justify-self-start text-error" busy={isSubmitting}>
        Block ordering
      </ActionButton>
      <FormProblem problem={refusal} />
    </form>
  );
}

interface BlockedProps {
  person: UserDetail;
  blocked: NonNullable<UserDetail['blocked']>;
}

function Blocked({ person: { email }, blocked }: BlockedProps) {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => callAsUser('unblockUser', { params: { email } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['users'] }),
  });
  return (
    <>
      <p role="status">
        <strong>Blocked:</strong> <bdi>{blocked.why}</bdi>
        <span className="block text-muted text-sm">
          By {blocked.by}, {formatMoment(blocked.at)}
        </span>
      </p>
      <ActionButton className="btn btn-quiet justify-self-start" busy={isPending} onClick={() => mutate()}>
        Let order again
      </ActionButton>
      <FormProblem problem={error} />
    </>
  );
}
