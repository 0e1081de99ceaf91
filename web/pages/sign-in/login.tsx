import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useSearchParams } from 'react-router';
import { type SignIn, SignInSchema } from '#contract/accounts/schema.ts';
import type { PageHandle } from '#contract/pages.ts';
import { finishSignIn, signIn, signOut } from '../../account.ts';
import { useConfig, useShop } from '../../config.ts';
import { stepOf } from '../../proof-question.ts';
import { Prove } from '../../second-factor/prove.tsx';
import { SetUp } from '../../second-factor/set-up.tsx';
import { SubmitButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { resolverOf } from '../../ui/form-resolver.ts';
import { TextField } from '../../ui/text-field.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { EmailField } from './email-field.tsx';
import { GoogleButton } from './google-button.tsx';
import { explainGoogleError } from './google-error.ts';
import { SignInPage } from './sign-in-page.tsx';
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
  const { reset } = form;
  const { isSubmitting } = form.formState;
  const { submit, field, refusal, setRefusal } = useSubmit(form, ['email', 'password'], async (values) => {
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
        <EmailField {...field('email')} />
        <TextField type="password" label="Password" {...field('password')} autoComplete="current-password" />
        <Link to="/forgot-password" className="text-link justify-self-start text-sm">
          Forgot password?
        </Link>
        <SubmitButton className="mt-1" busy={isSubmitting || google.busy}>
          Login
        </SubmitButton>
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

/** The second step of signing in: the second factor, or setting one up where the person's role needs it. */
function SecondStep({ step, onLeave }: { step: string | number; onLeave: () => void }) {
  async function leave() {
    await signOut();
    onLeave();
  }

  return (
    <section aria-label="Second factor" className="grid gap-4">
      {step === 'enrol' ? (
        <>
          <p>Your role needs a second factor. Set it up to continue.</p>
          <SetUp onDone={() => finishSignIn()} />
        </>
      ) : (
        <>
          <p>Confirm that it is you.</p>
          <Prove onProven={() => finishSignIn()} />
        </>
      )}
      <button type="button" className="text-link justify-self-start text-sm" onClick={leave}>
        Sign in as somebody else
      </button>
    </section>
  );
}

/** A return from Google is handled once, although React may run the effect twice. */
let finishing: Promise<void> | undefined;

/** Handles the return from Google on /login: uses the session, or returns why there is none. `onStep` is told that the second factor is needed. */
function useGoogleReturn(onStep: (step: string | number) => void): {
  busy: boolean;
  problem: string | undefined;
} {
  const [search] = useSearchParams();
  const done = search.get('google') === 'done';
  const refusal = search.get('error');
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    if (!done) return;
    finishing ??= finishSignIn('Google sign-in').finally(() => {
      finishing = undefined;
    });
    finishing.catch((error: Error) => {
      const step = stepOf(error);
      if (step === undefined) setProblem(error.message);
      else onStep(step);
    });
  }, [done, onStep]);

  return {
    busy: done && !problem,
    problem: problem ?? (refusal ? explainGoogleError(refusal) : undefined),
  };
}

interface DemoAccount {
  email: string;
  password: string;
}

/** The demo accounts of every sandbox. */
const accounts: (DemoAccount & { role: string })[] = [
  { role: 'Buyer', email: 'buyer@example.com', password: 'northbridge' },
  { role: 'Admin', email: 'admin@example.com', password: 'northbridge' },
];

/** The demo accounts of a sandbox; a button fills the form with one of them. */
function DemoAccounts({ onChoose }: { onChoose: (account: DemoAccount) => void }) {
  return (
    <aside aria-labelledby="demo-accounts" className="sheet w-full max-w-[26rem] p-6 lg:max-w-72">
      <h2 id="demo-accounts" className="text-base">
        Demo accounts
      </h2>
      <p className="mt-1 text-muted text-sm">For looking around in this sandbox.</p>
      <ul className="mt-4 grid gap-4">
        {accounts.map(({ role, email, password }) => (
          <li key={email} className="grid gap-1 border-base-300 border-t pt-3 text-sm">
            <span className="id">{email}</span>
            <span className="text-muted">
              Password <span className="id">{password}</span>
            </span>
            <Button small className="mt-1.5 justify-self-start" onClick={() => onChoose({ email, password })}>
              Fill in as {role.toLowerCase()}
            </Button>
          </li>
        ))}
      </ul>
    </aside>
  );
}
