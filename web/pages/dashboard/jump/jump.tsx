import { type ComponentType, useEffect, useState } from 'react';
import { SearchIcon } from '../../../ui/icons.tsx';
import type { JumpDialogProps } from './jump-dialog.tsx';

const loadDialog = () => import('./jump-dialog.tsx').then(({ JumpDialog }) => JumpDialog);

/** The button, and the key Ctrl+K, for the field that finds pages, orders, parts and people. Its dialog is loaded with the first use. */
export function Jump() {
  const [Dialog, setDialog] = useState<ComponentType<JumpDialogProps>>();
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    function press(event: KeyboardEvent) {
      const isKey = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (!isKey || event.altKey || event.shiftKey || document.querySelector('dialog:modal')) return;
      event.preventDefault();
      setOpen(true);
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);

  useEffect(() => {
    if (!isOpen || Dialog) return;
    loadDialog().then(
      (loaded) => setDialog(() => loaded),
      () => setOpen(false),
    );
  }, [isOpen, Dialog]);

  return (
    <>
      <button
        type="button"
        className="btn btn-quiet btn-sm mb-4 w-full justify-start"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        onClick={() => setOpen(true)}
      >
        <SearchIcon className="size-4" />
        Jump to
        <span className="kbd kbd-xs ms-auto" aria-hidden="true">
          Ctrl K
        </span>
      </button>
      {isOpen && Dialog && <Dialog onClose={() => setOpen(false)} />}
    </>
  );
}
