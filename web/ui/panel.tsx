import { type ComponentProps, type RefObject, useId } from 'react';

interface Props extends ComponentProps<'dialog'> {
  /** The ref of `useModal`. */
  dialog: RefObject<HTMLDialogElement | null>;
  title: string;
}

/** A dialog with a title, which may have words of people. Render it only while it is open. */
export function Panel({ dialog, title, className = '', children, ...rest }: Props) {
  const id = useId();
  return (
    <dialog ref={dialog} className={`panel ${className}`} aria-labelledby={id} {...rest}>
      <h2 id={id} dir="auto" className="wrap-anywhere text-lg">
        {title}
      </h2>
      {children}
    </dialog>
  );
}
