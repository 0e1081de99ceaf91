import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type Profile, ProfileSchema } from '#contract/accounts.ts';
import { getIdentity, updateName } from '../../../account.ts';
import { statusOf } from '../../../api.ts';
import { useRole, useUser } from '../../../session.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormProblem, placeErrors } from '../../../ui/form-problem.tsx';
import { AddressProof } from './address-proof.tsx';

/** Display name (editable), email and role. */
export function ProfileForm() {
  const user = useUser();
  const role = useRole().data;
  const [problem, setProblem] = useState<string>();
  const [saved, setSaved] = useState(false);
  const { register, handleSubmit, formState, setError, reset } = useForm<Profile>({
    resolver: zodResolver(ProfileSchema),
    defaultValues: { name: user.name },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (values) => {
    setProblem(undefined);
    setSaved(false);
    try {
      await updateName(values.name);
      reset(values);
      setSaved(true);
    } catch (error) {
      // The session may have ended in another tab or at the server while this page was open.
      const nobody = !getIdentity() || statusOf(error) === 401;
      setProblem(nobody ? 'No user is logged in' : placeErrors(error, ['name'], setError));
    }
  });

  return (
    <form noValidate onSubmit={submit} className="sheet grid gap-4 p-6">
      <Field label="Display name" error={errors.name?.message}>
        {(control) => (
          <input
            {...control}
            {...register('name')}
            dir="auto"
            type="text"
            autoComplete="name"
            className="input"
          />
        )}
      </Field>
      <Field label="Email" hint={<AddressProof />}>
        {(control) => <input {...control} readOnly value={user.email} className="input input-given" />}
      </Field>
      <Field label="Role">
        {(control) => (
          <input
            {...control}
            readOnly
            value={role === 'admin' ? 'Admin' : role === 'customer' ? 'Customer' : '–'}
            className="input input-given"
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-4">
        <ActionButton type="submit" className="btn btn-primary" busy={isSubmitting}>
          Save
        </ActionButton>
        <p role="status" className="text-sm text-success">
          {saved && 'Saved.'}
        </p>
      </div>
      <FormProblem message={problem} signedOut={problem === 'No user is logged in'} />
    </form>
  );
}
