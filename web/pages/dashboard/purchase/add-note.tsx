import { useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { OnDemand } from '../../../ui/on-demand.tsx';
import { useFocusLater } from '../../../ui/use-focus-later.ts';

const loadForm = () => import('./note-form.tsx');

/** Opens the form of a note, which few visits of an order need. */
export function AddNote({ purchaseId }: { purchaseId: string }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const focusButton = useFocusLater(button);
  function close() {
    setOpen(false);
    focusButton();
  }
  return (
    <>
      {!isOpen && (
        <Button ref={button} className="screen-only justify-self-start" onClick={() => setOpen(true)}>
          Add a note
        </Button>
      )}
      {isOpen && (
        <OnDemand load={loadForm} what="the form of a note" onClose={close}>
          {({ NoteForm }) => <NoteForm purchaseId={purchaseId} onClose={close} />}
        </OnDemand>
      )}
    </>
  );
}
