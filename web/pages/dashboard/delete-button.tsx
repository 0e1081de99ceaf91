import { Button } from '../../ui/button.tsx';
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
    <Button
      kind="ghost"
      small
      className="btn-square text-error"
      aria-label={label}
      title={title}
      onClick={onClick}
    >
      <TrashIcon />
    </Button>
  );
}
