import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type Profile, ProfileSchema } from '#contract/accounts.ts';
import { updateName } from '../../../account.ts';
import { useUser } from '../../../session.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { resolverOf } from '../../../ui/form-resolver.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { useSubmit } from '../../../ui/use-submit.ts';
import { ROLES } from '../change-role.tsx';
import { useRole } from '../role.ts';
import { AddressProof } from './address-proof.tsx';

/** Display name (editable), email and role. */
export function ProfileForm() {
  const user = useUser();
  const role = useRole().data;
  const [saved, setSaved] = useState(false);
  const form = useForm<Profile>({
    resolver: resolverOf(ProfileSchema),
    defaultValues: { name: user.name },
  });
  const { register, formState, reset } = form;
  const { errors, isSubmitting } = formState;
  const { submit, refusal } = useSubmit(form, ['name'], async (values) => {
    setSaved(false);
    await updateName(values.name);
    reset(values);
    setSaved(true);
  });

  return (
    <form method="post" noValidate onSubmit={submit} className="sheet grid gap-4 p-6">
      <TextField
        label="Display name"
        error={errors.name?.message}
        {...register('name')}
        dir="auto"
        autoComplete="name"
      />
      <TextField label="Email" hint={<AddressProof />} readOnly value={user.email} />
      <TextField label="Role" readOnly value={role === undefined || role === 'ended' ? '–' : ROLES[role]} />
      <div className="flex flex-wrap items-center gap-4">
        <ActionButton type="submit" className="btn btn-primary" busy={isSubmitting}>
          Save
        </ActionButton>
        <p role="status" className="text-sm text-success">
          {saved && 'Saved.'}
        </p>
      </div>
      <FormProblem problem={refusal} />
    </form>
  );
}
