import { openShelf } from '../../../kept.ts';
import type { Fields } from '../merge.ts';

/** What somebody has typed into a section of the settings and not saved. */
interface SectionDraft {
  /** The values of the typed fields before, which tells whether others have changed them since. */
  base: Fields;
  typed: Fields;
}

/** Characters of a draft: all texts of a section before and after (SECTION_BYTES each), and what JSON adds to them. */
const LONGEST = 150_000;

/** By the name of the section. */
export const sectionDrafts = openShelf(
  'sessionStorage',
  'settings drafts',
  (value): value is SectionDraft => {
    const { base, typed } = (value ?? {}) as Partial<SectionDraft>;
    return [base, typed].every((fields) => typeof fields === 'object' && fields !== null);
  },
  LONGEST,
);
