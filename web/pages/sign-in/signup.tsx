import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { PASSWORD_MIN, type SignUp, SignUpSchema } from '#contract/accounts.ts';
import { signUp } from '../../account.ts';
import type { PageHandle } from '../../page-context.ts';
import { loginPath } from '../../return-path.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormProblem, placeErrors } from '../../ui/form-problem.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { EmailField } from './email-field.tsx';
import { GoogleButton } from './google-button.tsx';
import { SignInPage, useReturnPath } from './sign-in-page.tsx';

export const handle: PageHandle = { fields: ['from'] };

export default function Signup() {
  const from = useReturnPath();
  const [problem, setProblem] = useState<string>();
  const { register, handleSubmit, formState, setError } = useForm<SignUp>({
    resolver: zodResolver(SignUpSchema),
    defaultValues: { name: '', email: '', password: '' },
  });
  const { errors, isSubmitting } = formState;
  // Registered in the order in which they are seen: the first that is wrong gets the focus.
  const fields = { name: register('name'), email: register('email'), password: register('password') };

  const submit = handleSubmit(async (values) => {
    setProblem(undefined);
    try {
      await signUp(values);
    } catch (error) {
      setProblem(placeErrors(error, ['name', 'email', 'password'], setError));
    }
  });

  return (
    <SignInPage
      title="SignUp"
      verb="Sign up"
      summary="Open an account to order computer parts in bulk, at one price per unit, from stock."
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field label="Name" error={errors.name?.message}>
          {(control) => (
            <input
              {...control}
              {...fields.name}
              dir="auto"
              type="text"
              autoComplete="name"
              className="input"
            />
          )}
        </Field>
        <EmailField registration={fields.email} error={errors.email?.message} autoComplete="email" />
        <PasswordField
          label="Password"
          registration={fields.password}
          error={errors.password?.message}
          autoComplete="new-password"
          hint={`${PASSWORD_MIN} characters or more`}
        />
        <ActionButton type="submit" className="btn btn-primary mt-1" busy={isSubmitting}>
          SignUp
        </ActionButton>
        <FormProblem message={problem} />
      </form>
      <GoogleButton from={from} onProblem={setProblem} />
      <p className="mt-6 text-sm">
        Already have an account?{' '}
        <Link to={loginPath(from)} className="text-link">
          Login
        </Link>
      </p>
    </SignInPage>
  );
}
