import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { countOf, formatCount } from '#contract/kernel/money.ts';
import type { List, List as ListWithLines } from '#contract/lists/schema.ts';
import type { PageHandle } from '#contract/pages.ts';
import { statusOf } from '../../../api-problem.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Breadcrumb } from '../../../ui/breadcrumb.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { formatMoment } from '../../../ui/dates.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { NotFound } from '../../not-found.tsx';
import { ListActions } from './list-actions.tsx';
import { ListLines } from './list-lines.tsx';
import { ListName } from './list-name.tsx';
import * as queries from './queries.ts';
import { changeOf, useChangeList } from './use-change-list.ts';

export const handle: PageHandle = { title: 'List' };

const LISTS = { to: '/dashboard/lists', label: 'Lists' };

/** A saved list with the prices of today: one's own, or one that somebody else has shared by its key. */
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
            isMine={own.data!.some(({ _id }) => _id === list._id)}
          />
        )}
      </Loaded>
    </>
  );
}

function SavedList(props: { list: ListWithLines; accessKey: string | undefined; isMine: boolean }) {
  const { list, accessKey, isMine } = props;
  const [isSharing, setSharing] = useState(false);
  const count = list.lines?.length ?? 0;
  return (
    <>
      <div className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <ListName list={list} isMine={isMine} />
          <p className="text-muted text-sm">
            {countOf(count, 'line')}
            {list.boards && ` for ${formatCount(list.boards)} boards`} · changed{' '}
            {formatMoment(list.changedAt)}
            {!isMine && ' · shared with you'}
          </p>
        </div>
        <ListActions
          list={list}
          accessKey={accessKey}
          isMine={isMine}
          onShare={() => setSharing(!isSharing)}
          isSharing={isSharing}
        />
      </div>
      {isSharing && <ShareList list={list} />}
      <ListLines list={list} isMine={isMine} />
    </>
  );
}

/** The link by which others can read a list, and what begins and ends that. */
function ShareList({ list }: { list: List }) {
  const { mutate, isPending } = useChangeList(list._id);
  const { shareKey } = list;
  const share = (shared: boolean) => mutate(changeOf({ op: 'share', shared }));
  return (
    <section aria-label="Share this list" className="sheet mb-5 grid gap-3 p-5 text-sm">
      <p role="status">
        {shareKey
          ? 'Anyone with this link and an account can view and copy this list. Only you can edit it.'
          : 'Nobody else can read this list.'}
      </p>
      {shareKey && (
        <p className="flex min-w-0 items-center gap-2">
          <CopyText what="link" text={`${location.origin}/dashboard/lists/${list._id}?key=${shareKey}`} />
        </p>
      )}
      <p>
        <ActionButton
          className={`btn btn-sm ${shareKey ? 'btn-quiet' : 'btn-primary'}`}
          busy={isPending}
          onClick={() => share(!shareKey)}
        >
          {shareKey ? 'Stop sharing' : 'Make a link'}
        </ActionButton>
      </p>
    </section>
  );
}
