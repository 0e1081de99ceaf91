import type { ListSummary } from '#contract/lists/schema.ts';
import { t } from './words.ts';

/** Says in the list of lists whose it is, and who else sees it. */
export function SharingBadges({ list: { shared, owner, shareKey } }: { list: ListSummary }) {
  const badge = shared && wordsOf(shared, owner !== undefined);
  return (
    <>
      {owner && (
        <bdi dir="auto" className="ms-2 wrap-anywhere text-muted">
          {t('by', { owner })}
        </bdi>
      )}
      {badge && <span className="badge badge-neutral ms-2">{badge}</span>}
      {shareKey && <span className="badge badge-neutral ms-2">{t('badge.link')}</span>}
    </>
  );
}

function wordsOf(shared: 'read' | 'change', isTheirs: boolean): string {
  if (isTheirs) return shared === 'change' ? t('badge.may.change') : t('badge.may.read');
  return shared === 'change' ? t('badge.change') : t('badge.read');
}
