import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { PASSWORD_MIN, type PasswordChange, PasswordChangeSchema } from '#contract/accounts/schema.ts';
import { changePassword, requestReset } from '../../../passwords.ts';
import { useUser } from '../../../session.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { resolverOf } from '../../../ui/form-resolver.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useSubmit } from '../../../ui/use-submit.ts';
import { proofs, sessions } from './queries.ts';

/** Changes the password. A person who signs in with Google only can get one here. */
export function PasswordForm() {
  const query = useQuery(proofs(useUser().email));
  return (
    <Loaded query={query} what="how you sign in" shape="section">
      {({ hasPassword }) => (
        <section className="sheet grid gap-4 p-6">
          <h2 className="text-lg">Password</h2>
          {hasPassword ? <ChangeForm /> : <NoPassword />}
        </section>
      )}
    </Loaded>
  );
}

function ChangeForm() {
  const { email } = useUser();
  const client = useQueryClient();
  const [changed, setChanged] = useState(false);
  const form = useForm<PasswordChange>({
    resolver: resolverOf(PasswordChangeSchema),
    defaultValues: { currentPassword: '', newPassword: '' },
  });
  const { reset } = form;
  const { isSubmitting } = form.formState;
  const { submit, field, refusal } = useSubmit(form, ['currentPassword', 'newPassword'], async (values) => {
    setChanged(false);
    await changePassword(values);
    reset();
    setChanged(true);
    await client.invalidateQueries(sessions(email));
  });

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-4">
      {/* Tells a password manager whose password this is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <TextField
        type="password"
        label="Current password"
        {...field('currentPassword')}
        autoComplete="current-password"
      />
      <TextField
        type="password"
        label="New password"
        {...field('newPassword')}
        autoComplete="new-password"
        hint={`${PASSWORD_MIN} characters or more. Changing it signs you out everywhere else.`}
      />
      <div className="flex flex-wrap items-center gap-4">
        <ActionButton type="submit" busy={isSubmitting}>
          Change password
        </ActionButton>
        <p role="status" className="text-sm text-success">
          {changed && 'Changed. You are signed out everywhere else.'}
        </p>
      </div>
      <FormProblem problem={refusal} />
    </form>
  );
}

function NoPassword() {
  const { email } = useUser();
  const { mutate, isPending, isSuccess, error } = useMutation({ mutationFn: () => requestReset(email) });
  return (
    <>
      <p>
        You sign in with Google, and your account has no password. To have one as well, send yourself a link
        that sets it. Setting it signs you out everywhere.
      </p>
      <div className="flex flex-wrap items-center gap-4">
        <ActionButton busy={isPending} onClick={() => mutate()}>
          Send the link
        </ActionButton>
        <p role="status" className="text-sm text-success">
          {isSuccess && 'Sent. The link expires in an hour.'}
        </p>
      </div>
      <FormProblem problem={error} />
    </>
  );
}
