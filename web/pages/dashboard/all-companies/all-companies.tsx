import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { Company } from '#contract/companies/schema.ts';
import type { CompanyState } from '#contract/companies/states.ts';
import { formatCount } from '#contract/kernel/money.ts';
import { LONGEST_FILTER } from '#contract/kernel/text-limits.ts';
import type { PageHandle } from '#contract/pages.ts';
import '../../../companies.ts';
import { SearchField } from '../../../shell/search-field.tsx';
import { Day } from '../../../ui/data-table.tsx';
import { ListPage, NothingFound } from '../kit/list-page.tsx';
import type { ListColumn } from '../kit/list-table.tsx';
import { pagesOf } from '../kit/pages-of.ts';
import { ALL_COMPANIES } from '../menu-entries.ts';
import { companiesPath } from './path.ts';
import { StateBadge } from './state-badge.tsx';
import { STATES, t } from './words.ts';

export const handle: PageHandle = { title: t('companies'), may: 'company.block' };

/** The views of the list: all companies, and those in a state that staff look after. */
const VIEWS: { label: string; state: CompanyState | undefined }[] = [
  { label: t('view.all'), state: undefined },
  { label: STATES.waiting, state: 'waiting' },
  { label: STATES.held, state: 'held' },
  { label: STATES.closed, state: 'closed' },
];

/** All companies for staff, narrowed by words and by their state. Their names lead to their pages. */
export default function AllCompanies() {
  const [search] = useSearchParams();
  const q = search.get('q')?.trim() || undefined;
  const state = VIEWS.find((view) => view.state === search.get('state'))?.state;
  const filter = { q, state };
  const list = useInfiniteQuery({
    ...pagesOf(['companies', 'pages', filter], 'listCompanies', { query: filter }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return (
    <ListPage
      title={t('companies')}
      countText={(companies) => (q ? t('found', { companies }) : t('count', { companies }))}
      tools={
        <SearchField label={t('find')} placeholder={t('placeholder')} maxLength={LONGEST_FILTER} isCostly />
      }
      views={{
        label: t('views'),
        isOneLine: true,
        views: VIEWS.map((view) => ({
          label: view.label,
          to: companiesPath({ q, state: view.state }),
          isCurrent: view.state === state,
        })),
      }}
      list={list}
      what={t('what.companies')}
      columns={COLUMNS}
      className="figure-cards"
      empty={
        q || state ? (
          <NothingFound to={ALL_COMPANIES.to} all={t('none.showAll')}>
            {q ? t('none.found', { q }) : t('none.state')}
          </NothingFound>
        ) : (
          t('none')
        )
      }
    />
  );
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
  {
    heading: t('column.group'),
    cell: ({ group }) => <bdi className="wrap-anywhere">{group?.name ?? '–'}</bdi>,
  },
  {
    heading: t('column.lastOrder'),
    cellClass: 'num',
    cell: ({ lastOrderAt }) => (lastOrderAt ? <Day at={lastOrderAt} /> : '–'),
  },
  { heading: t('column.since'), cellClass: 'num', cell: ({ createdAt }) => <Day at={createdAt} /> },
  {
    heading: t('column.ordering'),
    cellClass: 'max-md:col-span-full',
    cell: ({ state, closed, blocked }) => (
      <>
        <StateBadge state={state} />
        {(closed ?? blocked) && (
          <bdi className="wrap-anywhere block text-muted text-xs">{(closed ?? blocked)?.why}</bdi>
        )}
      </>
    ),
  },
];
