import type { FieldErrors } from 'react-hook-form';
import type { FieldPath } from './changes.ts';
import { SECTIONS } from './labels.ts';
import type { ProductValues } from './values.ts';

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

/** Sorts wrong fields from top to bottom. */
export function inOrder(wrong: WrongField[]): WrongField[] {
  const order: string[] = SECTIONS.flatMap(({ fields }) => fields);
  const placeOf = ({ path }: WrongField) => order.indexOf(path.split('.')[0]!);
  return wrong.sort((a, b) => placeOf(a) - placeOf(b));
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

/** Names of all fields that the server may call wrong, from top to bottom. */
export function fieldNames(values: ProductValues, known: { key: string }[]) {
  const { attributes, priceBreaks, attachments, substitutes, package: packed, ...rest } = values;
  return [
    ...Object.keys(rest),
    ...Object.keys(packed).map((name) => `package.${name}`),
    ...priceBreaks.flatMap((_, n) => [`priceBreaks.${n}.from`, `priceBreaks.${n}.price`]),
    ...known.map(({ key }) => `attributes.${key}`),
    'attachments',
    ...attachments.flatMap((_, n) => [`attachments.${n}.name`, `attachments.${n}.url`]),
    'substitutes',
    ...substitutes.flatMap((_, n) => [`substitutes.${n}`, `substitutes.${n}.note`]),
  ] as FieldPath[];
}
