import { useEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { Toaster, toast } from 'sonner';
import { useIdentity } from '../session.tsx';
import { useTheme } from '../theme.ts';
import { TOAST_MS } from './timing.ts';

/** A short message in a corner of the window. It stays when another page is opened. */
export interface Message {
  kind: 'success' | 'error' | 'message';
  title: string;
  description?: string;
  /** A button in the message, such as Undo. */
  action?: { label: string; onClick: () => void };
}

/** Takes what shows messages, once they can be shown. */
type OnReady = (show: (message: Message) => void) => void;

let isOpen = false;

/**
 * Opens the place of messages: a root of its own below the page, so that messages stay when the page changes, and pages without any do
 * not load it.
 */
export function openToasts(onReady: OnReady): void {
  if (isOpen) return;
  isOpen = true;
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(<Toasts onReady={onReady} />);
}

/** One with a button, such as Undo, stays until it is closed, or another person, or nobody, is signed in. */
function Toasts({ onReady }: { onReady: OnReady }) {
  const theme = useTheme();
  const email = useIdentity()?.email;

  // Comes after the effect of the Toaster, which listens by now.
  useEffect(() => onReady(present), [onReady]);

  // Nobody reads, or takes back, what somebody else has done before in this browser.
  const previous = useRef(email);
  useEffect(() => {
    if (previous.current && previous.current !== email) toast.dismiss();
    previous.current = email;
  }, [email]);

  return (
    <Toaster
      theme={theme}
      duration={TOAST_MS}
      position="bottom-right"
      offset={{ right: '1.5rem', bottom: 'max(var(--foot, 0px), 1.5rem)' }}
      mobileOffset={{ bottom: 'max(var(--foot, 0px), 0.75rem)' }}
      className="toasts"
      closeButton
    />
  );
}

function present({ kind, title, ...options }: Message): void {
  toast[kind](title, { ...options, ...(options.action && { duration: Number.POSITIVE_INFINITY }) });
}
