import { useMutation } from '@tanstack/react-query';
import { callApi } from '../api.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { FormProblem } from '../ui/form-problem.tsx';
import { signByPasskey } from './passkey.ts';

interface Props {
  onProven: () => Promise<void> | void;
  onCancel?: () => void;
}

/** A button that proves the second factor by a passkey. It has the focus. */
export default function PasskeyProof({ onProven, onCancel }: Props) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const credential = await signByPasskey(await callApi('beginPasskeyProof', {}));
      await callApi('proveByPasskey', { body: { credential } });
      await onProven();
    },
  });
  return (
    <div className="grid gap-4">
      <p className="text-muted text-sm">Your browser asks for your finger, your face, a PIN or your key.</p>
      <div className="flex flex-wrap gap-3">
        {/* It appears in answer to what the person did, as the field for a code does. */}
        <ActionButton className="btn btn-primary" busy={isPending} autoFocus onClick={() => mutate()}>
          Use a passkey
        </ActionButton>
        {onCancel && (
          <button type="button" className="btn btn-quiet" onClick={onCancel}>
            Cancel
          </button>
        )}
      </div>
      <FormProblem problem={error} />
    </div>
  );
}
