import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { PageHandle } from '#contract/pages.ts';
import type { PriceList } from '#contract/price-lists/schema.ts';
import { written } from '../../../translate.ts';
import { Day } from '../../../ui/data-table.tsx';
import { ListPage } from '../kit/list-page.tsx';
import type { ListColumn } from '../kit/list-table.tsx';
import { pagesOf } from '../kit/pages-of.ts';
import { PRICE_LISTS } from '../menu-entries.ts';
import { useCan } from '../role.ts';
import { daysOf, viewsOf } from './views.ts';
import { t } from './words.ts';

export const handle: PageHandle = { title: t('lists'), may: 'priceList.read' };

/** The price lists of companies and groups, the newest first. */
export default function PriceLists() {
  const can = useCan();
  const list = useInfiniteQuery({ ...pagesOf(['priceLists'], 'listPriceLists', {}), staleTime: 0 });
  return (
    <ListPage
      title={t('lists')}
      countText={(total) => t('lists.count', { total })}
      tools={
        can('priceList.write') && (
          <Link to={`${PRICE_LISTS.to}/new`} className="btn btn-primary btn-sm ms-auto self-center">
            {t('lists.add')}
          </Link>
        )
      }
      views={viewsOf('lists')}
      list={list}
      what={t('what.lists')}
      columns={COLUMNS}
      empty={t('lists.none')}
    />
  );
}

const COLUMNS: ListColumn<PriceList>[] = [
  {
    heading: t('name'),
    cellClass: 'lead',
    cell: ({ _id, name }) => (
      <Link to={`${PRICE_LISTS.to}/${_id}`} className="text-link">
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  {
    heading: t('rule'),
    cellClass: 'num',
    cell: ({ minusPercent, parts }) =>
      minusPercent === undefined ? t('rule.parts', { parts }) : t('rule.minus', { percent: minusPercent }),
  },
  { heading: t('days'), cellClass: 'num', cell: (list) => daysOf(list, written.day) },
  { heading: t('added'), cellClass: 'num', cell: ({ createdAt }) => <Day at={createdAt} /> },
];
