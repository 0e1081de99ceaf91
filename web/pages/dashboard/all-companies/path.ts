import type { CompanyListQuery } from '#contract/companies/schema.ts';
import { pathWith } from '../../../path-with.ts';
import { ALL_COMPANIES } from '../menu-entries.ts';

/** Returns the address of staff's list of companies, of those that a filter leaves. */
export const companiesPath = (filter: Pick<CompanyListQuery, 'q' | 'state'>) =>
  pathWith(ALL_COMPANIES.to, { ...filter });
