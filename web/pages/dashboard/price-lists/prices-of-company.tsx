import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { CompanyListsNow } from '#contract/price-lists/schema.ts';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { callAsUser } from '../../../user-calls.ts';
import { userQuery } from '../../../user-query.ts';
import { BUYER_GROUPS } from '../menu-entries.ts';
import { useCan } from '../role.ts';
import { AssignedLists } from './assigned-lists.tsx';
import { groupsQuery, useAssigning } from './assigning.ts';
import { Choose } from './choose.tsx';
import { TakeAway } from './take-away.tsx';
import { t } from './words.ts';

/** The price lists that count for a company, in their order: its own, then those of its group. */
export function PricesOfCompany({ id }: { id: string }) {
  const query = useQuery(
    userQuery(['priceLists', 'of', id], 'getCompanyLists', { params: { id } }, { staleTime: 0 }),
  );
  return (
    <section aria-labelledby="prices" className="sheet form-section">
      <h2 id="prices" className="text-lg">
        {t('prices')}
      </h2>
      <Loaded query={query} what={t('what.lists')} shape="section">
        {(has) => <Assigned id={id} has={has} />}
      </Loaded>
    </section>
  );
}

function Assigned({
  id,
  has: { ids, lists, groupId, group, version },
}: {
  id: string;
  has: CompanyListsNow;
}) {
  const isFixed = !useCan()('priceList.write');
  const groups = useQuery({ ...groupsQuery, enabled: !isFixed }).data ?? [];
  const { change, busy, problem } = useAssigning();
  const set = (to: { ids: string[]; groupId?: string | null }) =>
    change(() => callAsUser('setCompanyLists', { params: { id }, body: { ...to, version } }));
  return (
    <>
      <div className="grid items-start gap-6 md:grid-cols-2">
        <div className="grid gap-2">
          <h3 className="font-medium">{t('company.lists')}</h3>
          <AssignedLists
            lists={lists}
            none={t('company.none')}
            busy={busy}
            onSet={isFixed ? undefined : (next) => set({ ids: next })}
          />
        </div>
        <div className="grid gap-2">
          <h3 className="font-medium">{t('company.group')}</h3>
          {group ? (
            <>
              <p className="flex items-center justify-between gap-3">
                <Link to={BUYER_GROUPS} className="text-link wrap-anywhere">
                  <bdi>{group.name}</bdi>
                </Link>
                {!isFixed && (
                  <TakeAway name={group.name} busy={busy} onTake={() => set({ ids, groupId: null })} />
                )}
              </p>
              <AssignedLists lists={group.lists} none={t('group.none')} busy={busy} />
            </>
          ) : (
            <p className="text-muted text-sm">{t('company.group.none')}</p>
          )}
          {!isFixed && (
            <Choose
              label={t('company.put')}
              of={groups.filter(({ _id }) => _id !== groupId)}
              action={t('company.put.action')}
              busy={busy}
              onChosen={(chosen) => set({ ids, groupId: chosen })}
            />
          )}
        </div>
      </div>
      <FormProblem problem={{ message: problem }} />
    </>
  );
}
