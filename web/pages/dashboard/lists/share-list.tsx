import type { List } from '#contract/lists/schema.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { changeOf, useChangeList } from './use-change-list.ts';

/** The link by which others can read a list, and what begins and ends that. */
export function ShareList({ list }: { list: List }) {
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
