import { formatCents, formatMoney } from '#contract/kernel/money.ts';
import { translator } from '../../../translate.ts';
import type { CompanySays, Member } from './allowed.ts';
import messages from './en.json' with { type: 'json' };

const t = translator(messages);

/** What the button says that places an order which needs an approval. */
export const ASK = t('ask');

/** What a member may order at once, and what is left of their month. */
export function MemberLimits({ member: { perPurchase, perMonth, usedThisMonth } }: { member: Member }) {
  if (perPurchase === null && perMonth === null) return null;
  return (
    <p className="text-muted text-sm">
      {perPurchase !== null && t('purchase', { limit: formatMoney(perPurchase) })}{' '}
      {perMonth !== null &&
        t('month', {
          left: formatMoney(Math.max(0, perMonth - usedThisMonth)),
          limit: formatMoney(perMonth),
        })}
    </p>
  );
}

/** Which limit an order exceeds, and what to do; or that it needs an approval. */
export function CompanyNotice({ says: { over, approvals }, orders }: { says: CompanySays; orders: number }) {
  if (over) {
    const [total, limit] = [formatCents(over.cents), formatCents(over.limitCents)];
    return (
      <p>
        {over.kind === 'per_purchase'
          ? t('over.per_purchase', { total, limit })
          : t('over.per_month', { total, limit, left: formatCents(over.leftCents) })}{' '}
        {t('next')}
      </p>
    );
  }
  return approvals > 0 ? <p>{t('needs', { count: orders })}</p> : null;
}
