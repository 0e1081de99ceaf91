import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type Profile, ProfileSchema } from '#contract/accounts/schema.ts';
import { updateName } from '../../../account.ts';
import { useUser } from '../../../session.tsx';
import { SubmitButton } from '../../../ui/action-button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { resolverOf } from '../../../ui/form-resolver.ts';
import { SendConfirmation } from '../../../ui/send-confirmation.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useSubmit } from '../../../ui/use-submit.ts';
import { ROLES } from '../change-role.tsx';
import { useRole } from '../role.ts';
import { proofs } from './queries.ts';

/** Display name (editable), email and role. */
export function ProfileForm() {
  const user = useUser();
  const role = useRole().data;
  const [saved, setSaved] = useState(false);
  const form = useForm<Profile>({
    resolver: resolverOf(ProfileSchema),
    defaultValues: { name: user.name },
  });
  const { reset } = form;
  const { isSubmitting } = form.formState;
  const { submit, field, refusal } = useSubmit(form, ['name'], async (values) => {
    setSaved(false);
    await updateName(values.name);
    reset(values);
    setSaved(true);
  });

  return (
    <form method="post" noValidate onSubmit={submit} className="sheet grid gap-4 p-6">
      <TextField label="Display name" {...field('name')} dir="auto" autoComplete="name" />
      <TextField label="Email" hint={<AddressProof />} readOnly value={user.email} />
      <TextField label="Role" readOnly value={role === undefined || role === 'ended' ? '–' : ROLES[role]} />
      <div className="flex flex-wrap items-center gap-4">
        <SubmitButton busy={isSubmitting}>Save</SubmitButton>
        <p role="status" className="text-sm text-success">
          {saved && 'Saved.'}
        </p>
      </div>
      <FormProblem problem={refusal} />
    </form>
  );
}

/** Whether the person's email address is confirmed, with a button that sends the link again. */
function AddressProof() {
  const { data } = useQuery(proofs(useUser().email));
  if (!data) return null;
  if (data.emailVerified) return 'Confirmed.';
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
      Email not confirmed. Until then, unpaid orders are limited in value and held for a shorter time.
      <SendConfirmation />
    </span>
  );
}
