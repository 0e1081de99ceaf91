import { callApi } from '../api.ts';
import { CodeForm } from './code-form.tsx';

/** Asks for a code of the second factor. */
export function Prove({
  onProven,
  onCancel,
}: {
  onProven: () => Promise<void> | void;
  onCancel?: () => void;
}) {
  return (
    <CodeForm
      action="Confirm"
      hint="Six digits of your authenticator app, or one of your recovery codes."
      send={async (code) => {
        await callApi('proveSecondFactor', { body: { code } });
        await onProven();
      }}
      {...(onCancel && { onCancel })}
    />
  );
}
