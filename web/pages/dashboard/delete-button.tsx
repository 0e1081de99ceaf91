import { TrashIcon } from './icons.tsx';

interface Props {
  /** What is deleted, for screen readers. */
  label: string;
  title?: string;
  onClick: () => void;
}

/** The button of a row that takes something away. */
export function DeleteButton({ label, title = 'Delete', onClick }: Props) {
  return (
    <button
      type="button"
      className="btn btn-ghost btn-square btn-sm text-error"
      aria-label={label}
      title={title}
      onClick={onClick}
    >
      <TrashIcon />
    </button>
  );
}
