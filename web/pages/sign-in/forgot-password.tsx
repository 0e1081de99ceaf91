import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { type Address, AddressSchema } from '#contract/accounts/schema.ts';
import { useShop } from '../../config.ts';
import { requestReset } from '../../passwords.ts';
import { SubmitButton } from '../../ui/action-button.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { resolverOf } from '../../ui/form-resolver.ts';
import { useSubmit } from '../../ui/use-submit.ts';
import { EmailField } from './email-field.tsx';
import { FormPage } from './form-page.tsx';

/** Sends a mail with a link that sets a new password. */
export default function ForgotPassword() {
  const shop = useShop().name;
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm<Address>({ resolver: resolverOf(AddressSchema), defaultValues: { email: '' } });
  const { isSubmitting } = form.formState;
  const { submit, field, refusal } = useSubmit(form, ['email'], async ({ email }) => {
    setSentTo(undefined);
    await requestReset(email);
    setSentTo(email);
  });

  return (
    <FormPage
      title="Forgot password"
      summary={`Have a link mailed that sets a new password for your ${shop} account.`}
    >
      <form method="post" noValidate onSubmit={submit} className="grid gap-4">
        <p>Enter the email address of your account. We send a link that sets a new password.</p>
        <EmailField {...field('email')} />
        <SubmitButton className="mt-1" busy={isSubmitting}>
          Send the link
        </SubmitButton>
        <p role="status" className="text-sm empty:hidden">
          {sentTo &&
            `If ${sentTo} has an account, an email is on its way. Its link expires in an hour. No email? Check your spam folder, or try again in a minute.`}
        </p>
        <FormProblem problem={refusal} />
      </form>
      <p className="mt-6 text-sm">
        <Link to="/login" className="text-link">
          Back to login
        </Link>
      </p>
    </FormPage>
  );
}
