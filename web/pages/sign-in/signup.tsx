import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { PASSWORD_MIN, type SignUp, SignUpSchema } from '#contract/accounts/schema.ts';
import type { PageHandle } from '#contract/pages.ts';
import { signUp } from '../../account.ts';
import { loginPath } from '../../return-path.ts';
import { SubmitButton } from '../../ui/action-button.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { resolverOf } from '../../ui/form-resolver.ts';
import { TextField } from '../../ui/text-field.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { EmailField } from './email-field.tsx';
import { GoogleButton } from './google-button.tsx';
import { SignInPage } from './sign-in-page.tsx';
import { useReturnPath } from './use-return-path.ts';

export const handle: PageHandle = { fields: ['from'] };

export default function Signup() {
  const from = useReturnPath();
  const form = useForm<SignUp>({
    resolver: resolverOf(SignUpSchema),
    defaultValues: { name: '', email: '', password: '' },
  });
  const { isSubmitting } = form.formState;
  const { submit, field, refusal, setRefusal } = useSubmit(form, ['name', 'email', 'password'], signUp);

  return (
    <SignInPage
      title="SignUp"
      verb="Sign up"
      summary="Open an account to order computer parts in bulk, at one price per unit, from stock."
    >
      <form method="post" noValidate onSubmit={submit} className="grid gap-4">
        <TextField label="Name" {...field('name')} dir="auto" autoComplete="name" />
        <EmailField {...field('email')} autoComplete="email" />
        <TextField
          type="password"
          label="Password"
          {...field('password')}
          autoComplete="new-password"
          hint={`${PASSWORD_MIN} characters or more`}
        />
        <SubmitButton className="mt-1" busy={isSubmitting}>
          SignUp
        </SubmitButton>
        <FormProblem problem={refusal} />
      </form>
      <GoogleButton from={from} onProblem={(message) => setRefusal({ message })} />
      <p className="mt-6 text-sm">
        Already have an account?{' '}
        <Link to={loginPath(from)} className="text-link">
          Login
        </Link>
      </p>
    </SignInPage>
  );
}
