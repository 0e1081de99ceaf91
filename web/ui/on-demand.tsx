import { type ReactNode, useEffect, useId, useState } from 'react';
import { Button } from './button.tsx';
import { useModal } from './use-modal.ts';

interface Props<Part> {
  /** Loads the script of the part. It is the same function each time. */
  load: () => Promise<Part>;
  /** What could not be shown, as in 'the keys of this table'. */
  what: string;
  onClose: () => void;
  children: (part: Part) => ReactNode;
}

/**
 * A part of the page whose script is loaded when somebody asks for it. While it cannot be loaded, it says so, and can be tried again.
 * Render it only while it is open.
 */
export function OnDemand<Part>({ load, what, onClose, children }: Props<Part>) {
  const [part, setPart] = useState<[Part]>();
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    if (failed) return;
    let isWanted = true;
    loadOnceMore(load).then(
      (loaded) => isWanted && setPart([loaded]),
      () => isWanted && setFailed(true),
    );
    return () => {
      isWanted = false;
    };
  }, [load, failed]);

  if (part) return children(part[0]);
  return failed && <Failed what={what} onRetry={() => setFailed(false)} onClose={onClose} />;
}

function Failed({ what, onRetry, onClose }: { what: string; onRetry: () => void; onClose: () => void }) {
  const dialog = useModal();
  const id = useId();
  return (
    <dialog ref={dialog} className="panel" aria-labelledby={id} onCancel={onClose}>
      <p id={id}>Could not show {what}. Look at your connection, then try again, or load the page again.</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>Close</Button>
        <Button kind="primary" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </dialog>
  );
}

let failures = 0;

/**
 * Loads a script, also one that could not be loaded before: browsers remember that an address failed for as long as the page is open, so
 * it is then asked for by another one. Where the browser does not name the address (Safari), it stays failed.
 */
async function loadOnceMore<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    const [address] = /https?:\/\/\S+\.js/.exec(String(error)) ?? [];
    if (failures === 0 || !address?.startsWith(`${window.location.origin}/`)) {
      failures += 1;
      throw error;
    }
    try {
      return await import(/* @vite-ignore */ `${address}?again=${failures}`);
    } catch (again) {
      failures += 1;
      throw again;
    }
  }
}
