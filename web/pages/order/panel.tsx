import { type ReactNode, useId } from 'react';
import { useModal } from '../../ui/use-modal.ts';

interface Props {
  title: string;
  className?: string;
  children: ReactNode;
  onClose: () => void;
}

/** A dialog with a title. Render it only while it is open. */
export function Panel({ title, className = '', children, onClose }: Props) {
  const dialog = useModal();
  const id = useId();

  return (
    <dialog ref={dialog} className={`panel ${className}`} aria-labelledby={id} onClose={onClose}>
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {children}
    </dialog>
  );
}
