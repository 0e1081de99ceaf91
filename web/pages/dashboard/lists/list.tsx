import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { countOf, formatCount } from '#contract/kernel/money.ts';
import type { List } from '#contract/lists/schema.ts';
import type { PageHandle } from '#contract/pages.ts';
import { statusOf } from '../../../api-problem.ts';
import { Breadcrumb } from '../../../ui/breadcrumb.tsx';
import { formatMoment } from '../../../ui/dates.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { NotFound } from '../../not-found.tsx';
import { useCan } from '../role.ts';
import { ListActions } from './list-actions.tsx';
import { ListLines } from './list-lines.tsx';
import { ListName } from './list-name.tsx';
import * as queries from './queries.ts';
import { ShareList } from './sharing/share-list.tsx';
import { sharingWords } from './sharing/words.ts';

export const handle: PageHandle = { title: 'List' };

const LISTS = { to: '/dashboard/lists', label: 'Lists' };

/** A saved list with the prices of today: one's own, one that a colleague shares, or one whose key somebody else has given. */
export default function ListPage() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const query = useQuery(queries.list(id, search.get('key') ?? undefined));
  const own = useQuery(queries.lists);
  const list = query.data;

  if (!list && statusOf(query.error) === 404) return <NotFound />;
  return (
    <>
      <PageTitle>{list?.name ?? 'List'}</PageTitle>
      <Breadcrumb above={[LISTS]} here={list?.name ?? 'List'} />
      {!(list && own.data) && <h1 className="mb-5">{list?.name ?? 'List'}</h1>}
      <Loaded query={{ ...query, data: own.data && list }} what="this list" shape="list">
        {(list) => (
          <SavedList
            key={list._id}
            list={list}
            accessKey={search.get('key') ?? undefined}
            isMine={!list.owner && own.data!.some(({ _id }) => _id === list._id)}
          />
        )}
      </Loaded>
    </>
  );
}

function SavedList(props: { list: List; accessKey: string | undefined; isMine: boolean }) {
  const { list, accessKey, isMine } = props;
  const [isSharing, setSharing] = useState(false);
  const count = list.lines?.length ?? 0;
  const words = sharingWords(list, isMine);
  const mayWrite = useCan()('list.write');
  const mayChange = mayWrite && (isMine || list.shared === 'change');
  return (
    <>
      <div className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <ListName list={list} mayChange={mayChange} />
          <p className="text-muted text-sm">
            {countOf(count, 'line')}
            {list.boards && ` for ${formatCount(list.boards)} boards`} · changed{' '}
            {formatMoment(list.changedAt)}
            {words && <bdi> · {words}</bdi>}
          </p>
        </div>
        <ListActions
          list={list}
          accessKey={accessKey}
          isMine={isMine}
          mayWrite={mayWrite}
          onShare={() => setSharing(!isSharing)}
          isSharing={isSharing}
        />
      </div>
      {isSharing && <ShareList list={list} />}
      <ListLines list={list} mayChange={mayChange} />
    </>
  );
}
