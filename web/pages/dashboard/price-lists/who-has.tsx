import { useQuery } from '@tanstack/react-query';
import type { PriceListPage } from '#contract/price-lists/schema.ts';
import { allCompanies } from '../../../companies.ts';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { giveToCompany, giveToGroup, groupsQuery, useAssigning } from './assigning.ts';
import { Choose } from './choose.tsx';
import { TakeAway } from './take-away.tsx';
import { t } from './words.ts';

interface Holder {
  _id: string;
  name: string;
}

/** The companies and groups that have a price list. */
export function WhoHas({ list, isFixed }: { list: PriceListPage; isFixed: boolean }) {
  const companies = useQuery({ ...allCompanies, enabled: !isFixed }).data ?? [];
  const groups = useQuery({ ...groupsQuery, enabled: !isFixed }).data ?? [];
  const { change, busy, problem } = useAssigning();
  const toCompany = (id: string, has: boolean) => change(() => giveToCompany(id, list._id, has));
  const toGroup = (id: string, has: boolean) => change(() => giveToGroup(id, list._id, has));

  return (
    <section className="sheet form-section">
      <h2 className="text-lg">{t('who')}</h2>
      <p className="-mt-2 text-muted text-sm">{t('who.order')}</p>
      <div className="grid items-start gap-6 md:grid-cols-2">
        <Holders
          title={t('companies')}
          none={t('companies.none')}
          holders={list.companies}
          all={companies}
          isFixed={isFixed}
          busy={busy}
          onChange={toCompany}
        />
        <Holders
          title={t('groups')}
          none={t('groups.noneHas')}
          holders={list.groups}
          all={groups}
          isFixed={isFixed}
          busy={busy}
          onChange={toGroup}
        />
      </div>
      <FormProblem problem={{ message: problem }} />
    </section>
  );
}

interface HoldersProps {
  title: string;
  none: string;
  holders: Holder[];
  /** Those that may get it. */
  all: Holder[];
  isFixed: boolean;
  busy: boolean;
  onChange: (id: string, has: boolean) => void;
}

function Holders({ title, none, holders, all, isFixed, busy, onChange }: HoldersProps) {
  const rest = all.filter(({ _id }) => !holders.some((one) => one._id === _id));
  return (
    <div className="grid gap-2">
      <h3 className="font-medium">{title}</h3>
      {holders.length === 0 && <p className="text-muted text-sm">{none}</p>}
      <ul className="grid gap-1">
        {holders.map(({ _id, name }) => (
          <li key={_id} className="flex items-center justify-between gap-3">
            <bdi className="wrap-anywhere">{name}</bdi>
            {!isFixed && <TakeAway name={name} busy={busy} onTake={() => onChange(_id, false)} />}
          </li>
        ))}
      </ul>
      {!isFixed && rest.length > 0 && (
        <Choose
          label={t('give')}
          of={rest}
          action={t('give.action')}
          busy={busy}
          onChosen={(id) => onChange(id, true)}
        />
      )}
    </div>
  );
}
