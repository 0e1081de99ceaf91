import { useEffect, useRef } from 'react';
import { SearchIcon } from '../../../ui/icons.tsx';
import { OnDemand } from '../../../ui/on-demand.tsx';

interface Props {
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
}

const loadDialog = () => import('./jump-dialog.tsx');

/** The field that finds pages, orders, parts and people, and Ctrl+K, its key. It stands where nothing hides it with the menu. */
export function Jump({ isOpen, onOpen, onClose }: Props) {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const isKey = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (!isKey || event.altKey || event.shiftKey || document.querySelector('dialog:modal')) return;
      event.preventDefault();
      onOpen();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [onOpen]);

  const early = useEarlyWords(isOpen);
  return (
    isOpen && (
      <OnDemand load={loadDialog} what="the field to jump with" onClose={onClose}>
        {({ JumpDialog }) => <JumpDialog early={early} onClose={onClose} />}
      </OnDemand>
    )
  );
}

/** Returns what is typed before the field is there to take it: its script may still be on its way. */
function useEarlyWords(isOpen: boolean): () => string {
  const words = useRef('');
  useEffect(() => {
    if (!isOpen) return;
    words.current = '';
    function press(event: KeyboardEvent) {
      const { key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog:modal')) return;
      if (key !== 'Backspace' && key.length !== 1) return;
      words.current = key === 'Backspace' ? words.current.slice(0, -1) : words.current + key;
      event.preventDefault();
    }
    document.addEventListener('keydown', press, true);
    return () => document.removeEventListener('keydown', press, true);
  }, [isOpen]);
  return () => words.current;
}

/** The button that opens it, with its key where there is room for it. */
export function JumpButton({ className, onOpen }: { className: string; onOpen: () => void }) {
  return (
    <button
      type="button"
      className={`btn btn-quiet ${className}`}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K"
      onClick={onOpen}
    >
      <SearchIcon className="size-4" />
      Jump to
      <span className="ms-auto hidden lg:block" aria-hidden="true">
        <span className="kbd">Ctrl K</span>
      </span>
    </button>
  );
}
