import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { callApi } from '../api.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { canUsePasskeys } from './can-use-passkeys.ts';
import { CodeForm } from './code-form.tsx';

const PasskeyProof = lazy(() => import('./passkey-proof.tsx'));

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
        <Suspense fallback={<Skeleton what="the form" />}>
          <PasskeyProof onProven={onProven} {...cancel} />
        </Suspense>
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
