import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { Company } from '#contract/companies/schema.ts';
import { formatCount } from '#contract/kernel/money.ts';
import { LONGEST_FILTER } from '#contract/kernel/text-limits.ts';
import type { PageHandle } from '#contract/pages.ts';
import { allCompanies } from '../../../companies.ts';
import { SearchField } from '../../../shell/search-field.tsx';
import { Day } from '../../../ui/data-table.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { NothingFound } from '../kit/list-page.tsx';
import { EntryTable, type ListColumn } from '../kit/list-table.tsx';
import { ALL_COMPANIES } from '../menu-entries.ts';
import { t } from './words.ts';

/** Companies that are shown at once; a search finds the others. */
const MOST_SHOWN = 200;

export const handle: PageHandle = { title: t('companies'), may: 'company.block' };

/** All companies for staff, narrowed by words. Their names lead to their pages. */
export default function AllCompanies() {
  const [search] = useSearchParams();
  const q = search.get('q')?.trim() ?? '';
  const query = useQuery(allCompanies);
  const found = query.data?.filter((company) => has(company, q)) ?? [];
  return (
    <>
      <PageTitle>{t('companies')}</PageTitle>
      <div className="mb-4 flex flex-wrap items-baseline gap-x-4 gap-y-3">
        <h1 tabIndex={-1}>{t('companies')}</h1>
        <p role="status" className="num text-muted">
          {query.data &&
            (q ? t('found', { companies: found.length }) : t('count', { companies: found.length }))}
        </p>
        <SearchField label={t('find')} placeholder={t('placeholder')} maxLength={LONGEST_FILTER} />
      </div>
      <Loaded query={query} what={t('what.companies')} shape="list">
        {(all) => {
          if (all.length === 0) return <p className="sheet p-6 text-muted">{t('none')}</p>;
          if (found.length === 0)
            return (
              <NothingFound to={ALL_COMPANIES.to} all={t('none.showAll')}>
                {t('none.found', { q })}
              </NothingFound>
            );
          return (
            <EntryTable
              columns={COLUMNS}
              entries={found.slice(0, MOST_SHOWN)}
              className="figure-cards"
              foot={found.length > MOST_SHOWN && <p>{t('found.first', { most: MOST_SHOWN })}</p>}
            />
          );
        }}
      </Loaded>
    </>
  );
}

/** Whether a company has all words in its name, its city or its tax number. */
function has({ name, taxId = '', address }: Company, q: string): boolean {
  const text = `${name} ${address.city} ${taxId}`.toLowerCase();
  return q
    .toLowerCase()
    .split(' ')
    .every((word) => text.includes(word));
}

const COLUMNS: ListColumn<Company>[] = [
  {
    heading: t('column.company'),
    cellClass: 'lead',
    cell: ({ _id, name, address }) => (
      <div className="min-w-0">
        <Link to={`${ALL_COMPANIES.to}/${_id}`} className="wrap-anywhere text-link font-medium">
          {name}
        </Link>
        <p className="text-muted text-xs">
          {address.city}, {address.country}
        </p>
      </div>
    ),
  },
  { heading: t('column.members'), className: 'number', cell: ({ members }) => formatCount(members) },
  { heading: t('column.since'), cellClass: 'num', cell: ({ createdAt }) => <Day at={createdAt} /> },
  {
    heading: t('column.ordering'),
    cell: ({ blocked }) =>
      blocked ? (
        <>
          <span className="badge badge-warning badge-sm">{t('badge')}</span>
          <bdi className="wrap-anywhere block text-muted text-xs">{blocked.why}</bdi>
        </>
      ) : (
        <span className="text-muted">{t('mayOrder')}</span>
      ),
  },
];
