import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import type { PageHandle } from '#contract/pages.ts';
import { type BuyerGroup, NewBuyerGroupSchema } from '#contract/price-lists/schema.ts';
import { allCompanies } from '../../../companies.ts';
import { listOf } from '../../../long-list.ts';
import { SubmitButton } from '../../../ui/action-button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { resolverOf } from '../../../ui/form-resolver.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSubmit } from '../../../ui/use-submit.ts';
import { ViewLinks } from '../../../ui/view-links.tsx';
import { callAsUser } from '../../../user-calls.ts';
import { pagesOf } from '../kit/pages-of.ts';
import { ALL_COMPANIES } from '../menu-entries.ts';
import { useCan } from '../role.ts';
import { AssignedLists } from './assigned-lists.tsx';
import { groupsQuery, listNames, putIntoGroup, useAssigning } from './assigning.ts';
import { Choose } from './choose.tsx';
import { TakeAway } from './take-away.tsx';
import { viewsOf } from './views.ts';
import { t } from './words.ts';

export const handle: PageHandle = { title: t('groups'), may: 'priceList.read' };

/** The groups of buyers, with their companies, and their price lists in the order in which they count. */
export default function BuyerGroups() {
  const isFixed = !useCan()('priceList.write');
  const groups = useQuery(groupsQuery);
  return (
    <>
      <PageTitle>{t('groups')}</PageTitle>
      <h1 tabIndex={-1} className="mb-4">
        {t('groups')}
      </h1>
      <ViewLinks {...viewsOf('groups')} />
      <Loaded query={groups} what={t('what.groups')} shape="list">
        {(all) => (
          <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
            <div className="grid gap-4">
              {all.length === 0 && <p className="sheet p-6 text-muted">{t('groups.none')}</p>}
              {all.map((group) => (
                <Group key={group._id} group={group} isFixed={isFixed} />
              ))}
            </div>
            {!isFixed && <AddGroup />}
          </div>
        )}
      </Loaded>
    </>
  );
}

function Group({ group, isFixed }: { group: BuyerGroup; isFixed: boolean }) {
  const { _id: id, name, priceLists, version } = group;
  const names = useQuery(listNames).data;
  const { change, busy, problem } = useAssigning();
  const setLists = (ids: string[]) =>
    change(() => callAsUser('setGroupLists', { params: { id }, body: { ids, version } }));
  return (
    <section className="sheet form-section" aria-label={name}>
      <h2 className="text-lg wrap-anywhere">
        <bdi>{name}</bdi>
      </h2>
      <div className="grid items-start gap-6 md:grid-cols-2">
        <div className="grid gap-2">
          <h3 className="font-medium">{t('lists')}</h3>
          <AssignedLists
            lists={priceLists.map((_id) => ({
              _id,
              name: names?.find((list) => list._id === _id)?.name ?? _id,
            }))}
            none={t('group.none')}
            busy={busy}
            onSet={isFixed ? undefined : setLists}
          />
        </div>
        <Members group={group} isFixed={isFixed} busy={busy} change={change} />
      </div>
      <FormProblem problem={{ message: problem }} />
    </section>
  );
}

interface MembersProps extends Pick<ReturnType<typeof useAssigning>, 'busy' | 'change'> {
  group: BuyerGroup;
  isFixed: boolean;
}

/** The companies of a group, page by page. */
function Members({ group: { _id: id, name }, isFixed, busy, change }: MembersProps) {
  const members = useInfiniteQuery({
    ...pagesOf(['companies', 'group', id], 'listCompanies', { query: { group: id } }),
    staleTime: 0,
  });
  const all = useQuery({ ...allCompanies, enabled: !isFixed }).data ?? [];
  const others = all.filter(({ group }) => group?._id !== id);
  return (
    <div className="grid gap-2">
      <h3 className="font-medium">{t('companies')}</h3>
      <Loaded query={members} what={t('what.members')} shape="list">
        {(pages) => {
          const { entries } = listOf(pages);
          return (
            <>
              {entries.length === 0 && <p className="text-muted text-sm">{t('group.empty')}</p>}
              <ul className="grid gap-1">
                {entries.map((company) => (
                  <li key={company._id} className="flex items-center justify-between gap-3">
                    <Link to={`${ALL_COMPANIES.to}/${company._id}`} className="text-link wrap-anywhere">
                      <bdi>{company.name}</bdi>
                    </Link>
                    {!isFixed && (
                      <TakeAway
                        name={company.name}
                        busy={busy}
                        onTake={() => change(() => putIntoGroup(company._id, null))}
                      />
                    )}
                  </li>
                ))}
              </ul>
              <ShowMore list={members} />
            </>
          );
        }}
      </Loaded>
      {!isFixed && (
        <Choose
          label={t('group.company')}
          of={others.map(({ _id, name, group }) => ({
            _id,
            name: group ? t('group.company.in', { name, group: group.name }) : name,
          }))}
          action={t('group.put')}
          busy={busy}
          onChosen={(company) =>
            change(
              () => putIntoGroup(company, id),
              () => toast.success(t('group.isIn', { name })),
            )
          }
        />
      )}
    </div>
  );
}

function AddGroup() {
  const client = useQueryClient();
  const form = useForm({ resolver: resolverOf(NewBuyerGroupSchema), defaultValues: { name: '' } });
  const { formState, reset } = form;
  const { submit, field, refusal } = useSubmit(form, ['name'], async (body, idempotencyKey) => {
    await callAsUser('addBuyerGroup', { body }, { idempotencyKey });
    await client.invalidateQueries({ queryKey: groupsQuery.queryKey });
    toast.success(t('group.added', { name: body.name }));
    reset({ name: '' });
  });
  return (
    <form
      method="post"
      noValidate
      onSubmit={submit}
      className="sheet grid gap-4 p-5"
      aria-label={t('group.new')}
    >
      <h2 className="text-lg">{t('group.new')}</h2>
      <TextField label={t('name')} dir="auto" {...field('name')} />
      <div>
        <SubmitButton busy={formState.isSubmitting}>{t('group.action')}</SubmitButton>
      </div>
      <FormProblem problem={refusal} attempt={formState.submitCount} />
    </form>
  );
}
