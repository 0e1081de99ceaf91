import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { callApi } from '../api.ts';
import { FormProblem } from '../ui/form-problem.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useModal } from '../ui/use-modal.ts';
import { canUsePasskeys } from './can-use-passkeys.ts';
import { CodeForm } from './code-form.tsx';
import { signByPasskey } from './passkey.ts';
import { WayAction } from './way-action.tsx';

interface Props {
  onProven: () => Promise<void> | void;
  onCancel?: () => void;
}

/** Asks for the second factor: for a passkey where the person has one, otherwise for a code. */
export function Prove({ onProven, onCancel }: Props) {
  const state = useQuery({
    queryKey: ['second factor', 'to prove'],
    queryFn: ({ signal }) => callApi('getSecondFactor', {}, { signal }),
    // The next session may be somebody else's.
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const [wantsCode, setWantsCode] = useState(false);
  if (state.isPending) return <Skeleton what="the form" />;
  // Without an answer a code is what everybody can enter.
  const { app = true, passkeys = 0 } = state.data ?? {};
  const canChoose = passkeys > 0 && canUsePasskeys();
  const cancel = onCancel && { onCancel };
  return (
    <div className="grid gap-4">
      {canChoose && !wantsCode ? (
        <PasskeyProof onProven={onProven} {...cancel} />
      ) : (
        <CodeForm
          action="Confirm"
          hint={
            app
              ? 'Six digits of your authenticator app, or one of your recovery codes.'
              : 'One of your recovery codes.'
          }
          send={async (code) => {
            await callApi('proveSecondFactor', { body: { code } });
            await onProven();
          }}
          {...cancel}
        />
      )}
      {canChoose && (
        <button
          type="button"
          className="text-link justify-self-start text-sm"
          onClick={() => setWantsCode(!wantsCode)}
        >
          {wantsCode ? 'Use a passkey instead' : 'Use a code instead'}
        </button>
      )}
    </div>
  );
}

/** A button that proves the second factor by a passkey. It has the focus. */
function PasskeyProof({ onProven, onCancel }: Props) {
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

/** Asks for the second factor over whatever is open. Closing it is an answer, too. */
export function ProofDialog({ onAnswer }: { onAnswer: (proven: boolean) => void }) {
  const dialog = useModal();
  const title = useId();
  return (
    <dialog ref={dialog} className="panel" aria-labelledby={title} onClose={() => onAnswer(false)}>
      <h2 id={title} className="mb-2 text-lg">
        Confirm that it is you
      </h2>
      <p className="mb-4 text-muted">
        Money, roles and settings ask for your second factor again after ten minutes. Then it goes on where
        you are.
      </p>
      <Prove onProven={() => onAnswer(true)} onCancel={() => onAnswer(false)} />
    </dialog>
  );
}
