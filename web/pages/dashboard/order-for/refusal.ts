/** What the shop says of an order that staff have sent for a buyer, in words for staff. Pure. */
import type { ApiProblem } from '../../../api-problem.ts';
import { written } from '../../../translate.ts';
import { t } from './words.ts';

type Rule = 'po_required' | 'po_used' | 'cost_centre';
type Limit = 'per_purchase' | 'per_month' | 'budget';

/** The field of the form that a rule of the company is about. */
export const fieldOfRule = (why: unknown) => (why === 'cost_centre' ? 'costCentre' : 'poNumber');

/** Returns the words for staff where those of the problem are for the buyer. */
export function wordsForStaff({ code, params, message }: ApiProblem): string {
  const { why, limit, name = '', most } = params;
  const money = (amount: unknown) => written.money(Number(amount));
  switch (code) {
    case 'company_rule':
      return t(`rule.${why as Rule}`);
    case 'over_limit':
      return t(`over.${limit as Limit}`, { needs: money(params.needs), left: money(params.left), name });
    case 'ordering_blocked':
      return t('blocked', { why: why ?? '' });
    case 'too_many_unpaid':
      return t('unpaid.most', { most: Number(most) });
    case 'address_unproven':
      return t('unproven', { most: money(most) });
    case 'total_changed':
      return t('prices.changed', { total: money(params.total) });
    default:
      return message;
  }
}
