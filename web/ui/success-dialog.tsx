import { createContext, type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react';
import { CheckIcon } from './icons.tsx';
import { focusHeading } from './page-focus.tsx';
import { SUCCESS_DIALOG_MS } from './timing.ts';

interface Announcement {
  message: string;
  duration: number;
}

const ShowSuccess = createContext<(message: string, duration?: number) => void>(() => {});

/** Shows a message in a dialog that closes by itself, after 2000 ms unless told otherwise. It survives a change of page. */
export function useSuccessDialog() {
  return use(ShowSuccess);
}

export function SuccessDialogProvider({ children }: { children: ReactNode }) {
  const [announcement, setAnnouncement] = useState<Announcement>();
  const show = useCallback(
    (message: string, duration = SUCCESS_DIALOG_MS) => setAnnouncement({ message, duration }),
    [],
  );
  return (
    <ShowSuccess value={show}>
      {children}
      {announcement && (
        <SuccessDialog announcement={announcement} onClosed={() => setAnnouncement(undefined)} />
      )}
    </ShowSuccess>
  );
}

function SuccessDialog({ announcement, onClosed }: { announcement: Announcement; onClosed: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    const timer = setTimeout(() => element?.close(), announcement.duration);
    return () => {
      clearTimeout(timer);
      element?.close();
    };
  }, [announcement]);

  function closed() {
    onClosed();
    // The focus could not go back: what was pressed has gone, such as the form of a card that was charged.
    const { activeElement, body } = document;
    if (activeElement === body || dialog.current?.contains(activeElement)) focusHeading();
  }

  return (
    <dialog ref={dialog} className="panel max-w-sm text-center" aria-labelledby="success" onClose={closed}>
      <CheckIcon className="mx-auto size-10 text-success" />
      <p id="success" role="status" className="mt-3 font-semibold text-lg">
        {announcement.message}
      </p>
      <button type="button" className="btn btn-quiet mt-5" onClick={() => dialog.current?.close()}>
        OK
      </button>
    </dialog>
  );
}
