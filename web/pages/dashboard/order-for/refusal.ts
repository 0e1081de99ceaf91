/** What the shop says of an order that staff have sent for a buyer, in words for staff. Pure. */
import type { Limit } from '#contract/companies/limits.ts';
import type { RuleBreach } from '#contract/companies/rules.ts';
import type { ApiProblem } from '../../../api-problem.ts';
import { written } from '../../../translate.ts';
import { t } from './words.ts';

/** What is said of a broken rule of the company. */
export const RULES: Record<RuleBreach, string> = {
  po_required: t('rule.po_required'),
  po_used: t('rule.po_used'),
  cost_centre: t('rule.cost_centre'),
  new_address: t('rule.new_address'),
};

const LIMITS: Record<Limit['kind'], (needs: string, left: string, name: string) => string> = {
  per_purchase: (needs, left) => t('over.per_purchase', { needs, left }),
  per_month: (needs, left) => t('over.per_month', { needs, left }),
  budget: (needs, left, name) => t('over.budget', { needs, left, name }),
};

/** Returns the words for staff where those of the problem are for the buyer. */
export function wordsForStaff({ code, params, message }: ApiProblem): string {
  const { limit, name = '', most } = params;
  const money = (amount: unknown) => written.money(Number(amount));
  switch (code) {
    case 'over_limit':
      return LIMITS[limit as Limit['kind']](money(params.needs), money(params.left), String(name));
    case 'company_waiting':
      return t('waiting');
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
