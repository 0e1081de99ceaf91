import { type ReactNode, useEffect, useState } from 'react';

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
    load().then(
      (loaded) => isWanted && setPart([loaded]),
      () => isWanted && setFailed(true),
    );
    return () => {
      isWanted = false;
    };
  }, [load, failed]);

  if (part) return children(part[0]);
  if (!failed) return null;
  return (
    <div
      role="alert"
      className="sheet fixed inset-x-4 bottom-4 z-50 mx-auto grid max-w-md gap-3 p-4 text-sm shadow-lg"
    >
      <p>Could not show {what}: the shop does not answer. Look at your connection, and try again.</p>
      <div className="flex flex-wrap justify-end gap-3">
        <button type="button" className="btn btn-quiet btn-sm" onClick={onClose}>
          Close
        </button>
        <button type="button" className="btn btn-primary btn-sm" onClick={() => setFailed(false)}>
          Try again
        </button>
      </div>
    </div>
  );
}
