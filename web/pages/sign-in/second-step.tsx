import { finishSignIn, signOut } from '../../account.ts';
import { Prove } from '../../second-factor/prove.tsx';
import { SetUp } from '../../second-factor/set-up.tsx';

/** The second step of signing in: the second factor, or setting one up where the person's role needs it. */
export function SecondStep({ step, onLeave }: { step: string | number; onLeave: () => void }) {
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
