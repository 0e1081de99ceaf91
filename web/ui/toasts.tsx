import { useEffect, useState } from 'react';
import { useTheme } from '../theme.ts';
import { TOAST_MS } from './timing.ts';
import { type Message, showMessagesBy } from './toast.ts';

type Library = typeof import('sonner');

/** What comes before the first message, and long enough before it for screen readers to know of the place for messages. */
const FIRST_ACTS = ['pointerdown', 'keydown', 'focusin'] as const;

/**
 * Shows the messages of the dashboard. One with a button, such as Undo, stays until it is closed. The library for them is loaded
 * when somebody begins to use the page.
 */
export function Toasts() {
  const theme = useTheme();
  const [library, setLibrary] = useState<Library>();
  const [waiting, setWaiting] = useState<Message[]>([]);

  useEffect(() => {
    // While it cannot be loaded, messages wait; the next one tries again.
    const load = () => void import('sonner').then(setLibrary, () => {});
    showMessagesBy((message) => {
      setWaiting((before) => [...before, message]);
      load();
    });
    for (const type of FIRST_ACTS) document.addEventListener(type, load, { once: true });
    // It was used before its scripts came.
    if (document.activeElement !== document.body) load();
    return () => {
      showMessagesBy(() => {});
      for (const type of FIRST_ACTS) document.removeEventListener(type, load);
    };
  }, []);

  // Comes after the effect of the Toaster, which listens by now.
  useEffect(() => {
    if (!library || waiting.length === 0) return;
    for (const { kind, title, ...options } of waiting)
      library.toast[kind](title, {
        ...options,
        ...(options.action && { duration: Number.POSITIVE_INFINITY }),
      });
    setWaiting([]);
  }, [library, waiting]);

  return (
    library && (
      <library.Toaster
        theme={theme}
        duration={TOAST_MS}
        position="bottom-right"
        mobileOffset={{ bottom: 'calc(var(--toast-foot, 0px) + 0.75rem)' }}
        className="toasts"
        closeButton
      />
    )
  );
}
