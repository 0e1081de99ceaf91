import { useTabStop } from '../../basket/matching/in-cell.ts';

interface Action {
  label: string;
  /** The key that does the same. */
  keys?: string;
  act: () => void;
}

/** Says what would be better for a line, with buttons that do it. */
export function Remedy({ words, actions }: { words: string; actions: readonly Action[] }) {
  const tabIndex = useTabStop();
  return (
    <div className="finding">
      <span>{words}</span>
      {actions.map(({ label, keys, act }) => (
        <button
          key={label}
          type="button"
          tabIndex={tabIndex}
          className="btn btn-quiet btn-sm choice"
          title={keys}
          aria-keyshortcuts={keys}
          onClick={act}
        >
          <span className="num">{label}</span>
        </button>
      ))}
    </div>
  );
}
