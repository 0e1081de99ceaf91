import type { CompanyState } from '#contract/companies/states.ts';
import { translator } from '../../../translate.ts';
import messages from './en.json' with { type: 'json' };

/** Says the messages of staff's pages about companies. */
export const t = translator(messages);

/** What the states of companies are called. */
export const STATES: Record<CompanyState, string> = {
  active: t('state.active'),
  waiting: t('state.waiting'),
  held: t('state.held'),
  closed: t('state.closed'),
};
