import { useId } from 'react';
import type { List } from '#contract/lists/schema.ts';
import { useActingCompany } from '../../../../companies.ts';
import { useUser } from '../../../../session.tsx';
import { ActionButton } from '../../../../ui/action-button.tsx';
import { CopyText } from '../../../../ui/copy-text.tsx';
import { changeOf, sharingOf, useChangeList } from '../use-change-list.ts';
import { t } from './words.ts';

/** Who else sees a list of the buyer's: colleagues, and whoever has its link. */
export function ShareList({ list }: { list: List }) {
  const { buyerId } = useUser();
  const { mutate, isPending } = useChangeList(list._id);
  const { shareKey, shared } = list;
  const share = (isShared: boolean) => mutate(changeOf({ op: 'share', shared: isShared }));
  return (
    <section aria-label={t('share')} className="sheet mb-5 grid gap-4 p-5 text-sm">
      {buyerId && <Colleagues list={list} />}
      <div className="grid gap-3">
        {buyerId && <h2 className="font-medium text-sm">{t('link')}</h2>}
        <p role="status">{shareKey ? t('link.have') : shared ? t('link.none') : t('nobody')}</p>
        {shareKey && (
          <p className="flex min-w-0 items-center gap-2">
            <CopyText
              what={t('what.link')}
              text={`${location.origin}/dashboard/lists/${list._id}?key=${shareKey}`}
            />
          </p>
        )}
        <p>
          <ActionButton
            small
            kind={shareKey || buyerId ? 'quiet' : 'primary'}
            busy={isPending}
            onClick={() => share(!shareKey)}
          >
            {shareKey ? t('link.stop') : t('link.make')}
          </ActionButton>
        </p>
      </div>
    </section>
  );
}

/** What colleagues may do with a list. It counts at once. */
function Colleagues({ list: { _id: listId, shared } }: { list: List }) {
  const { mutate } = useChangeList(listId);
  const name = useId();
  const company = useActingCompany();
  if (!company) return null;
  const mayShare = company.rights?.includes('list.share');
  const choices = [
    { of: undefined, label: t('private'), about: t('private.about') },
    { of: 'read', label: t('read'), about: t('read.about') },
    { of: 'change', label: t('change'), about: t('change.about') },
  ] as const;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-medium">{t('colleagues', { company: company.name })}</legend>
      {choices.map(({ of, label, about }) => (
        <label key={label} className="flex items-baseline gap-2">
          <input
            type="radio"
            name={name}
            className="radio radio-sm translate-y-0.5"
            checked={shared === of}
            disabled={!mayShare && of !== undefined && shared !== of}
            onChange={() => mutate(sharingOf(of ?? null))}
          />
          <span>
            <span className="font-medium">{label}</span> <span className="text-muted">{about}</span>
          </span>
        </label>
      ))}
      {!mayShare && <p className="text-muted">{t('right', { company: company.name })}</p>}
    </fieldset>
  );
}
