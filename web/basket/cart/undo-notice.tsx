import { Button } from '../../ui/button.tsx';
import { dismissNews, redoInCart, undoInCart, useCartHistory } from './history.ts';

interface Props {
  className: string;
  undo?: () => void;
  redo?: () => void;
  /** The page takes the keys of Undo and Redo. */
  hasKeys?: boolean;
}

/** Says what was done last to the cart, and takes it back. It stays until something else is done, or it is dismissed. */
export function UndoNotice({ className, undo = undoInCart, redo = redoInCart, hasKeys }: Props) {
  const { news, canUndo, canRedo } = useCartHistory();
  if (news === '') return null;
  return (
    <div className={className}>
      <span role="status">{news}</span>
      <Button
        kind="ghost"
        small
        disabled={!canUndo}
        onClick={() => undo()}
        aria-keyshortcuts={hasKeys ? 'Control+Z' : undefined}
      >
        Undo
      </Button>
      {canRedo && (
        <Button
          kind="ghost"
          small
          onClick={() => redo()}
          aria-keyshortcuts={hasKeys ? 'Control+Shift+Z' : undefined}
        >
          Redo
        </Button>
      )}
      <Button kind="ghost" small aria-label="Dismiss" title="Dismiss" onClick={dismissNews}>
        ×
      </Button>
    </div>
  );
}
