import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { type SignIn, SignInSchema } from '#contract/accounts.ts';
import type { PageHandle } from '#contract/pages.ts';
import { signIn } from '../../account.ts';
import { useConfig, useShop } from '../../config.ts';
import { stepOf } from '../../proof-question.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { resolverOf } from '../../ui/form-resolver.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { DemoAccounts } from './demo-accounts.tsx';
import { EmailField } from './email-field.tsx';
import { GoogleButton } from './google-button.tsx';
import { SecondStep } from './second-step.tsx';
import { SignInPage } from './sign-in-page.tsx';
import { useGoogleReturn } from './use-google-return.ts';
import { useReturnPath } from './use-return-path.ts';

export const handle: PageHandle = { fields: ['from', 'google', 'error'] };

export default function Login() {
  const shop = useShop().name;
  const [step, setStep] = useState<string | number>();
  const google = useGoogleReturn(setStep);
  const from = useReturnPath();
  const sandbox = useConfig()?.sandbox;
  const form = useForm<SignIn>({
    resolver: resolverOf(SignInSchema),
    defaultValues: { email: '', password: '' },
  });
  const { register, formState, reset } = form;
  const { errors, isSubmitting } = formState;
  const { submit, refusal, setRefusal } = useSubmit(form, ['email', 'password'], async (values) => {
    try {
      await signIn(values);
    } catch (error) {
      const needed = stepOf(error);
      if (needed === undefined) throw error;
      setStep(needed);
    }
  });

  if (step !== undefined)
    return (
      <SignInPage title="Login" verb="Log in">
        <SecondStep step={step} onLeave={() => setStep(undefined)} />
      </SignInPage>
    );

  return (
    <SignInPage
      title="Login"
      verb="Log in"
      summary="Sign in to order computer parts in bulk, pay by card and follow your orders."
      aside={sandbox && <DemoAccounts onChoose={(account) => reset(account)} />}
    >
      <form method="post" noValidate onSubmit={submit} className="grid gap-4">
        <EmailField registration={register('email')} error={errors.email?.message} />
        <PasswordField
          label="Password"
          registration={register('password')}
          error={errors.password?.message}
          autoComplete="current-password"
        />
        <Link to="/forgot-password" className="text-link justify-self-start text-sm">
          Forgot password?
        </Link>
        <ActionButton type="submit" className="btn btn-primary mt-1" busy={isSubmitting || google.busy}>
          Login
        </ActionButton>
        <FormProblem problem={refusal ?? { message: google.problem }} />
      </form>
      <GoogleButton from={from} onProblem={(message) => setRefusal({ message })} />
      <p className="mt-6 text-sm">
        New to {shop}?{' '}
        <Link to={`/signup${from === '/' ? '' : `?from=${encodeURIComponent(from)}`}`} className="text-link">
          Create an account
        </Link>
      </p>
    </SignInPage>
  );
}
