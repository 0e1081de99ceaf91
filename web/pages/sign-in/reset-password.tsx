import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { type NewPassword, NewPasswordSchema, PASSWORD_MIN } from '#contract/accounts/schema.ts';
import { ApiProblem } from '../../api-problem.ts';
import { forget } from '../../identity.ts';
import { resetPassword } from '../../passwords.ts';
import { SubmitButton } from '../../ui/action-button.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { resolverOf } from '../../ui/form-resolver.ts';
import { TextField } from '../../ui/text-field.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { FormPage } from './form-page.tsx';
import { useLinkToken } from './link-token.ts';

/** The page of the link in the mail: sets a new password. */
export default function ResetPassword() {
  const token = useLinkToken();
  const [outcome, setOutcome] = useState<'done' | 'stale'>();

  if (outcome === 'done') {
    return (
      <FormPage title="Set a new password">
        <p role="status">Your new password is set, and you are signed out everywhere.</p>
        <Link to="/login" className="btn btn-primary mt-6 w-full">
          Login
        </Link>
      </FormPage>
    );
  }
  return (
    <FormPage title="Set a new password">
      {token === '' || outcome === 'stale' ? (
        <StaleLink />
      ) : (
        <NewPasswordForm token={token ?? ''} onOutcome={setOutcome} />
      )}
    </FormPage>
  );
}

function StaleLink() {
  return (
    <>
      <p role="alert">This link has been used, has expired, or is incomplete. Ask for a new one.</p>
      <Link to="/forgot-password" className="btn btn-primary mt-6 w-full">
        Send a new link
      </Link>
    </>
  );
}

function NewPasswordForm({
  token,
  onOutcome,
}: {
  token: string;
  onOutcome: (outcome: 'done' | 'stale') => void;
}) {
  const form = useForm<NewPassword>({
    resolver: resolverOf(NewPasswordSchema),
    defaultValues: { newPassword: '' },
  });
  const { isSubmitting } = form.formState;
  const { submit, field, refusal } = useSubmit(form, ['newPassword'], async ({ newPassword }) => {
    try {
      await resetPassword(token, newPassword);
    } catch (error) {
      const stale = error instanceof ApiProblem && ['INVALID_TOKEN', 'USER_NOT_FOUND'].includes(error.code);
      if (!stale) throw error;
      return onOutcome('stale');
    }
    // A reset ends all sessions, including this browser's.
    forget();
    onOutcome('done');
  });

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-4">
      <TextField
        type="password"
        label="New password"
        {...field('newPassword')}
        autoComplete="new-password"
        hint={`${PASSWORD_MIN} characters or more`}
      />
      <SubmitButton className="mt-1" busy={isSubmitting}>
        Set password
      </SubmitButton>
      <FormProblem problem={refusal} />
    </form>
  );
}
