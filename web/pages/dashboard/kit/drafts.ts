import { openShelf } from '../../../kept.ts';

/** What somebody has typed into a form and not saved, field by field. */
interface FormDraft<Fields> {
  /** The values of the typed fields before, which tells whether others have changed them since. */
  base: Fields;
  typed: Fields;
}

/** Opens the drafts of a form in this tab. `longest` is the most bytes of one. */
export function openDrafts<Fields extends object>(name: string, longest: number) {
  return openShelf('sessionStorage', name, isDraft<Fields>, longest);
}

function isDraft<Fields>(value: unknown): value is FormDraft<Fields> {
  const { base, typed } = (value ?? {}) as Partial<FormDraft<Fields>>;
  return [base, typed].every((fields) => typeof fields === 'object' && fields !== null);
}
