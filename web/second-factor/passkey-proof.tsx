import { useMutation } from '@tanstack/react-query';
import { callApi } from '../api.ts';
import { FormProblem } from '../ui/form-problem.tsx';
import { signByPasskey } from './passkey.ts';
import { WayAction } from './way-action.tsx';

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
      {/* It appears in answer to what the person did, as the field for a code does. */}
      <WayAction busy={isPending} autoFocus onClick={() => mutate()} onCancel={onCancel}>
        Use a passkey
      </WayAction>
      <FormProblem problem={error} />
    </div>
  );
}
