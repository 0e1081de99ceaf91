import { useForm } from 'react-hook-form';
import { describeDevice, deviceOf } from '#contract/accounts/devices.ts';
import { type PasskeyName, PasskeyNameSchema } from '#contract/second-factor/passkeys.ts';
import { callApi } from '../api.ts';
import { withProof } from '../proof-question.ts';
import { FormProblem } from '../ui/form-problem.tsx';
import { resolverOf } from '../ui/form-resolver.ts';
import { TextField } from '../ui/text-field.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { makePasskey } from './passkey.ts';
import type { WayProps } from './way.ts';
import { WayAction } from './way-action.tsx';

/** Adds a passkey with a name. */
export default function AddPasskey({ onAdded, onCancel }: WayProps) {
  const form = useForm<PasskeyName>({
    resolver: resolverOf(PasskeyNameSchema),
    defaultValues: { name: describeDevice(deviceOf(navigator.userAgent)) },
  });
  const { formState } = form;
  const { submit, field, refusal } = useSubmit(form, ['name'], async ({ name }) => {
    const credential = await makePasskey(await withProof(() => callApi('beginPasskey', {})));
    onAdded((await callApi('addPasskey', { body: { name, credential } })).codes);
  });
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-4">
      <TextField
        label="Name of the passkey"
        hint="So that you know later which one it is, such as Laptop or Blue key."
        {...field('name')}
        autoComplete="off"
        onFocus={(event) => event.currentTarget.select()}
        autoFocus
      />
      <p className="text-muted text-sm">
        Then your browser asks where to keep it: on this device, on your phone or on a security key.
      </p>
      <WayAction type="submit" busy={formState.isSubmitting} onCancel={onCancel}>
        Add passkey
      </WayAction>
      <FormProblem problem={refusal} />
    </form>
  );
}
