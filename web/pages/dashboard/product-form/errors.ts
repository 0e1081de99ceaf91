import type { FieldErrors } from 'react-hook-form';

export interface WrongField {
  path: string;
  message: string;
}

/** Returns the wrong fields of a form, those inside others too. */
export function wrongFields(errors: FieldErrors, within = ''): WrongField[] {
  return Object.entries(errors).flatMap(([name, error]) => {
    if (!error) return [];
    // What is wrong with a list itself.
    const path = name === 'root' ? within : within ? `${within}.${name}` : name;
    return typeof error.message === 'string'
      ? [{ path, message: error.message }]
      : wrongFields(error as FieldErrors, path);
  });
}

/** Moves the focus to a field; to the first wrong one without a name. */
export function focusField(form: HTMLFormElement, path?: string): void {
  const controls = [...form.elements] as HTMLInputElement[];
  const found =
    path === undefined
      ? controls.find((control) => control.ariaInvalid === 'true')
      : controls.find(({ name }) => name === path || name.startsWith(`${path}.`));
  found?.focus();
}
