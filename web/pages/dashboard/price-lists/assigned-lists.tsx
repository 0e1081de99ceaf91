import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { CompanyListsNow } from '#contract/price-lists/schema.ts';
import { written } from '../../../translate.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { PRICE_LISTS } from '../menu-entries.ts';
import { listNames, withList } from './assigning.ts';
import { Choose } from './choose.tsx';
import { TakeAway } from './take-away.tsx';
import { t } from './words.ts';

interface Props {
  lists: CompanyListsNow['lists'];
  /** What is said when there are none. */
  none: string;
  busy: boolean;
  /** Sets which lists count, in their order; without it they are only shown. */
  onSet?: ((ids: string[]) => void) | undefined;
}

/** Price lists in the order in which they count. */
export function AssignedLists({ lists, none, busy, onSet }: Props) {
  const all = useQuery({ ...listNames, enabled: onSet !== undefined }).data ?? [];
  const ids = lists.map(({ _id }) => _id);
  return (
    <>
      {lists.length === 0 && <p className="text-muted text-sm">{none}</p>}
      <ol className="grid gap-1">
        {lists.map(({ _id, name, begins, ended }, n) => (
          <li key={_id} className="flex flex-wrap items-center gap-2">
            <span className="num text-muted">{n + 1}.</span>
            <span className="flex-1">
              <Link to={`${PRICE_LISTS.to}/${_id}`} className="text-link wrap-anywhere">
                <bdi>{name}</bdi>
              </Link>{' '}
              <span className="text-muted text-sm">
                {ended
                  ? t('list.ended', { day: written.day(ended) })
                  : begins && t('list.begins', { day: written.day(begins) })}
              </span>
            </span>
            {onSet && n > 0 && (
              <ActionButton
                kind="ghost"
                small
                busy={busy}
                aria-label={t('first.of', { name })}
                onClick={() => onSet([_id, ...withList(ids, _id, false)])}
              >
                {t('first')}
              </ActionButton>
            )}
            {onSet && <TakeAway name={name} busy={busy} onTake={() => onSet(withList(ids, _id, false))} />}
          </li>
        ))}
      </ol>
      {onSet && (
        <Choose
          label={t('group.list')}
          of={all.filter(({ _id }) => !ids.includes(_id))}
          action={t('group.add')}
          busy={busy}
          onChosen={(listId) => onSet(withList(ids, listId, true))}
        />
      )}
    </>
  );
}
