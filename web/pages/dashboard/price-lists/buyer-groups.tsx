import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { PageHandle } from '#contract/pages.ts';
import { type BuyerGroup, NewBuyerGroupSchema } from '#contract/price-lists/schema.ts';
import { allCompanies } from '../../../companies.ts';
import { ActionButton, SubmitButton } from '../../../ui/action-button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { resolverOf } from '../../../ui/form-resolver.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSubmit } from '../../../ui/use-submit.ts';
import { ViewLinks } from '../../../ui/view-links.tsx';
import { callAsUser } from '../../../user-calls.ts';
import { userQuery } from '../../../user-query.ts';
import { useCan } from '../role.ts';
import { groupsQuery, putIntoGroup, useAssigning, withList } from './assigning.ts';
import { Choose } from './choose.tsx';
import { viewsOf } from './views.ts';
import { t } from './words.ts';

export const handle: PageHandle = { title: t('groups'), may: 'priceList.read' };

/** The newest price lists, by which groups are given one. */
const MOST_CHOICES = '100';

/** The groups of buyers, with their price lists in the order in which they count. */
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
  const lists = useQuery(
    userQuery(['priceLists', 'names'], 'listPriceLists', { query: { limit: MOST_CHOICES } }),
  ).data;
  const companies = useQuery({ ...allCompanies, enabled: !isFixed }).data ?? [];
  const { change, busy, problem } = useAssigning();
  const nameOf = (listId: string) => lists?.find(({ _id }) => _id === listId)?.name ?? listId;

  const setLists = (ids: string[]) =>
    change(() => callAsUser('setGroupLists', { params: { id }, body: { ids, version } }));

  return (
    <section className="sheet form-section" aria-label={name}>
      <h2 className="text-lg wrap-anywhere">
        <bdi>{name}</bdi>
      </h2>
      {priceLists.length === 0 && <p className="text-muted text-sm">{t('group.none')}</p>}
      <ol className="grid gap-1">
        {priceLists.map((listId, n) => (
          <li key={listId} className="flex flex-wrap items-center gap-2">
            <span className="num text-muted">{n + 1}.</span>
            <bdi className="flex-1 wrap-anywhere">{nameOf(listId)}</bdi>
            {!isFixed && n > 0 && (
              <ActionButton
                kind="ghost"
                small
                busy={busy}
                aria-label={t('first.of', { name: nameOf(listId) })}
                onClick={() => setLists([listId, ...withList(priceLists, listId, false)])}
              >
                {t('first')}
              </ActionButton>
            )}
            {!isFixed && (
              <ActionButton
                kind="ghost"
                small
                busy={busy}
                aria-label={t('take.from', { name: nameOf(listId) })}
                onClick={() => setLists(withList(priceLists, listId, false))}
              >
                {t('take')}
              </ActionButton>
            )}
          </li>
        ))}
      </ol>
      {!isFixed && (
        <div className="grid gap-4 md:grid-cols-2">
          <Choose
            label={t('group.list')}
            of={(lists ?? []).filter(({ _id }) => !priceLists.includes(_id))}
            action={t('group.add')}
            busy={busy}
            onChosen={(listId) => setLists(withList(priceLists, listId, true))}
          />
          <Choose
            label={t('group.company')}
            of={companies}
            action={t('group.put')}
            busy={busy}
            onChosen={(company) =>
              change(
                () => putIntoGroup(company, id),
                () => toast.success(t('group.isIn', { name })),
              )
            }
          />
        </div>
      )}
      <FormProblem problem={{ message: problem }} />
    </section>
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
