import type { Pad } from './pad.ts';
import type { History } from './use-history.ts';

/** Says what was done last, and takes it back. It stays until something else is done. */
export function UndoNotice({ history, pad }: { history: History; pad: Pad }) {
  const { news, canUndo, canRedo } = history;
  if (news === '') return null;
  return (
    <div className="pad-news">
      <span role="status">{news}</span>
      <button
        type="button"
        className="btn btn-ghost btn-sm"
        disabled={!canUndo}
        onClick={pad.undo}
        aria-keyshortcuts="Control+Z"
      >
        Undo
      </button>
      {canRedo && (
        <button
          type="button"
          className="btn btn-ghost btn-sm"
          onClick={pad.redo}
          aria-keyshortcuts="Control+Shift+Z"
        >
          Redo
        </button>
      )}
    </div>
  );
}
