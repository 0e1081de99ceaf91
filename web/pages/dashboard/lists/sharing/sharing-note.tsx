import type { ListSummary } from '#contract/lists/schema.ts';
import { t } from './words.ts';

/** Says in the list of lists whose it is, and who else sees it. */
export function SharingNote({ list: { shared, owner, shareKey } }: { list: ListSummary }) {
  const notes = [
    owner && t('by', { owner }),
    shared && wordsOf(shared, owner !== undefined),
    shareKey && t('note.link'),
  ].filter(Boolean);
  if (notes.length === 0) return null;
  return (
    <p dir="auto" className="wrap-anywhere text-muted text-xs">
      {notes.join(' · ')}
    </p>
  );
}

function wordsOf(shared: 'read' | 'change', isTheirs: boolean): string {
  if (isTheirs) return shared === 'change' ? t('note.may.change') : t('note.may.read');
  return shared === 'change' ? t('note.change') : t('note.read');
}
