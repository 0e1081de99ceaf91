import type { ComponentProps } from 'react';

// Written out, so that Tailwind finds the names.
const CLASSES = {
  quiet: 'btn btn-quiet',
  primary: 'btn btn-primary',
  ghost: 'btn btn-ghost',
  error: 'btn btn-error',
  link: 'text-link',
};

interface Props extends ComponentProps<'button'> {
  kind?: keyof typeof CLASSES;
  small?: boolean;
}

/** A button that sends no form, unless its type says so. What takes a moment has an `ActionButton`. */
export function Button({ kind = 'quiet', small = false, className = '', ...rest }: Props) {
  const size = small ? 'btn-sm' : '';
  return <button type="button" className={`${CLASSES[kind]} ${size} ${className}`} {...rest} />;
}
