import { useId } from 'react';
import { useModal } from '../ui/use-modal.ts';
import { Prove } from './prove.tsx';

/** Asks for the second factor over whatever is open. Closing it is an answer, too. */
export default function ProofDialog({ onAnswer }: { onAnswer: (proven: boolean) => void }) {
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
