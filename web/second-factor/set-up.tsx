import { lazy, Suspense, useState } from 'react';
import { Skeleton } from '../ui/skeleton.tsx';
import { canUsePasskeys } from './can-use-passkeys.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

const WAYS = { app: lazy(() => import('./enrol.tsx')), passkey: lazy(() => import('./add-passkey.tsx')) };
export type Way = keyof typeof WAYS;

interface Props {
  /** Without it, the person chooses: the app first. */
  way?: Way;
  onDone: () => void;
  onCancel?: () => void;
}

/** Adds an authenticator app or a passkey, and shows new recovery codes. */
export function SetUp({ way, onDone, onCancel }: Props) {
  const [chosen, setChosen] = useState<Way>(way ?? 'app');
  const [codes, setCodes] = useState<string[]>();
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  const Form = WAYS[chosen];
  return (
    <div className="grid gap-4">
      <Suspense fallback={<Skeleton what="the form" />}>
        <Form onAdded={(given) => (given ? setCodes(given) : onDone())} {...(onCancel && { onCancel })} />
      </Suspense>
      {way === undefined && canUsePasskeys() && (
        <button
          type="button"
          className="text-link justify-self-start text-sm"
          onClick={() => setChosen(chosen === 'app' ? 'passkey' : 'app')}
        >
          {chosen === 'app' ? 'Use a passkey instead' : 'Use an authenticator app instead'}
        </button>
      )}
    </div>
  );
}
