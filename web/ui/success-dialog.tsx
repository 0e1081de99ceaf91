import { createContext, type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { CheckIcon } from './icons.tsx';
import { focusHeading } from './page-focus.tsx';
import { SUCCESS_DIALOG_MS } from './timing.ts';
import { useModal } from './use-modal.ts';

interface Options {
  duration?: number;
  /** The next step: a link beside the dialog's OK. */
  next?: { to: string; label: string };
  /** Moves the focus after the dialog when the pressed button was removed; by default to the page's heading. */
  focus?: () => void;
}

interface Announcement extends Options {
  message: string;
}

const ShowSuccess = createContext<(message: string, options?: Options) => void>(() => {});

/** Returns a function that shows a message in a dialog. It closes after 2000 ms by default, and outlives a change of page. */
export function useSuccessDialog() {
  return use(ShowSuccess);
}

export function SuccessDialogProvider({ children }: { children: ReactNode }) {
  const [announcement, setAnnouncement] = useState<Announcement>();
  const show = useCallback(
    (message: string, options: Options = {}) => setAnnouncement({ message, ...options }),
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
  const dialog = useModal();
  const ok = useRef<HTMLButtonElement>(null);
  const { message, duration = SUCCESS_DIALOG_MS, next, focus = focusHeading } = announcement;

  useEffect(() => {
    // Not the next step, which a held key would activate.
    ok.current?.focus();
    const timer = setTimeout(() => dialog.current?.close(), duration);
    return () => clearTimeout(timer);
  }, [dialog, duration]);

  const close = () => dialog.current?.close();

  function closed() {
    onClosed();
    // The focus could not return, because the pressed button was removed with its form. The second click of a double click has
    // then moved it to the body.
    const { activeElement, body } = document;
    const isNowhere = activeElement === body || activeElement?.localName === 'main';
    if (isNowhere || dialog.current?.contains(activeElement)) focus();
  }

  return (
    <dialog ref={dialog} className="panel max-w-sm text-center" aria-labelledby="success" onClose={closed}>
      <CheckIcon className="mx-auto size-10 text-success" />
      <p id="success" role="status" className="mt-3 font-semibold text-lg">
        {message}
      </p>
      <div className="mt-5 flex flex-wrap justify-center gap-3">
        {next && (
          <Link to={next.to} className="btn btn-primary" onClick={close}>
            {next.label}
          </Link>
        )}
        <button ref={ok} type="button" className="btn btn-quiet" onClick={close}>
          OK
        </button>
      </div>
    </dialog>
  );
}
