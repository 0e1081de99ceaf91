import type { List } from '#contract/lists/schema.ts';
import { translator } from '../../../../translate.ts';
import messages from './en.json' with { type: 'json' };

/** Says the messages about who sees a list. */
export const t = translator(messages);

/** Says beside a list's figures who else sees it, or whose it is; undefined for a private one. */
export function sharingWords({ shared, owner }: List, isMine: boolean): string | undefined {
  if (!owner) {
    if (!isMine) return t('theirs.link');
    return shared && (shared === 'change' ? t('mine.change') : t('mine.read'));
  }
  return shared === 'change' ? t('theirs.change', { owner }) : t('theirs.read', { owner });
}
