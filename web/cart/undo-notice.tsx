import { dismissNews, redoInCart, undoInCart, useCartHistory } from './history.ts';

interface Props {
  className: string;
  undo?: () => void;
  redo?: () => void;
}

/** Says what was done last to the cart, and takes it back. It stays until something else is done, or it is dismissed. */
export function UndoNotice({ className, undo = undoInCart, redo = redoInCart }: Props) {
  const { news, canUndo, canRedo } = useCartHistory();
  if (news === '') return null;
  return (
    <div className={className}>
      <span role="status">{news}</span>
      <button
        type="button"
        className="btn btn-ghost btn-sm"
        disabled={!canUndo}
        onClick={() => undo()}
        aria-keyshortcuts="Control+Z"
      >
        Undo
      </button>
      {canRedo && (
        <button
          type="button"
          className="btn btn-ghost btn-sm"
          onClick={() => redo()}
          aria-keyshortcuts="Control+Shift+Z"
        >
          Redo
        </button>
      )}
      <button
        type="button"
        className="btn btn-ghost btn-sm"
        aria-label="Dismiss"
        title="Dismiss"
        onClick={dismissNews}
      >
        ×
      </button>
    </div>
  );
}
