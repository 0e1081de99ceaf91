import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { Company } from '#contract/companies/schema.ts';
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
import { t } from './words.ts';

export const handle: PageHandle = { title: t('companies'), may: 'company.block' };

/** All companies for staff, narrowed by words. Their names lead to their pages. */
export default function AllCompanies() {
  const [search] = useSearchParams();
  const q = search.get('q')?.trim() || undefined;
  const list = useInfiniteQuery({
    ...pagesOf(['companies', 'pages', { q }], 'listCompanies', { query: { q } }),
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
      list={list}
      what={t('what.companies')}
      columns={COLUMNS}
      className="figure-cards"
      empty={
        q ? (
          <NothingFound to={ALL_COMPANIES.to} all={t('none.showAll')}>
            {t('none.found', { q })}
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
