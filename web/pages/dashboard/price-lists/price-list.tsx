import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import type { PageHandle } from '#contract/pages.ts';
import { statusOf } from '../../../api-problem.ts';
import { Breadcrumb } from '../../../ui/breadcrumb.tsx';
import { Button } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { callAsUser } from '../../../user-calls.ts';
import { NotFound } from '../../not-found.tsx';
import { PRICE_LISTS } from '../menu-entries.ts';
import { useCan } from '../role.ts';
import { PriceChanges } from './changes.tsx';
import { Editor } from './editor.tsx';
import { ladderOf } from './ladders.ts';
import { WhoHas } from './who-has.tsx';
import { t } from './words.ts';

export const handle: PageHandle = { title: t('list'), shape: 'section', may: 'priceList.read' };

/** A price list: its name, days and prices, and who has it. At the address `new` one is added. */
export default function PriceListPage() {
  const { id = '' } = useParams();
  return id === 'new' ? <NewList /> : <KnownList key={id} id={id} />;
}

function Head({ title, tools }: { title: string; tools?: ReactNode }) {
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <Breadcrumb above={[PRICE_LISTS]} here={title} />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 tabIndex={-1} className="wrap-anywhere">
          <bdi>{title}</bdi>
        </h1>
        {tools}
      </div>
    </>
  );
}

function NewList() {
  return (
    <>
      <Head title={t('list.new')} />
      <Editor ladders={[]} isFixed={!useCan()('priceList.write')} />
    </>
  );
}

function KnownList({ id }: { id: string }) {
  const isFixed = !useCan()('priceList.write');
  const query = useInfiniteQuery({
    queryKey: ['priceLists', id],
    queryFn: ({ pageParam, signal }) =>
      callAsUser('getPriceList', { params: { id }, query: { after: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ parts }, pages) => {
      const read = pages.flatMap(({ prices }) => prices);
      return read.length < parts ? read.at(-1)?.productId : undefined;
    },
    staleTime: 0,
  });
  if (statusOf(query.error) === 404) return <NotFound />;
  const list = query.data?.pages[0];
  return (
    <>
      <Head
        title={list?.name ?? t('list')}
        tools={
          list &&
          !isFixed &&
          list.minusPercent === undefined && (
            <Link to={`${PRICE_LISTS.to}/${id}/import`} className="btn btn-quiet btn-sm">
              {t('import')}
            </Link>
          )
        }
      />
      <Loaded query={query} what={t('what.list')} shape="section">
        {({ pages: [first, ...more] }) => (
          <>
            <Editor
              list={first!}
              ladders={[first!, ...more].flatMap(({ prices }) => prices).map(ladderOf)}
              isFixed={isFixed}
              more={
                query.hasNextPage && <Button onClick={() => query.fetchNextPage()}>{t('prices.more')}</Button>
              }
            />
            <WhoHas list={first!} isFixed={isFixed} />
            <PriceChanges list={first!} isFixed={isFixed} />
          </>
        )}
      </Loaded>
    </>
  );
}
