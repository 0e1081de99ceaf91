import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import type { Company } from '#contract/companies/schema.ts';
import { type CompanyState, mayChangeState } from '#contract/companies/states.ts';
import { formatCount, formatMoney } from '#contract/kernel/money.ts';
import type { PageHandle } from '#contract/pages.ts';
import { statusOf } from '../../../api-problem.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AddressText } from '../../../ui/address/address-text.tsx';
import { Breadcrumb } from '../../../ui/breadcrumb.tsx';
import { Button } from '../../../ui/button.tsx';
import { formatDate, formatMoment } from '../../../ui/dates.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { ReasonDialog } from '../../../ui/reason-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useFocusLater } from '../../../ui/use-focus-later.ts';
import { callAsUser } from '../../../user-calls.ts';
import { NotFound } from '../../not-found.tsx';
import { allOrdersPath } from '../all-orders/filter.ts';
import { Budgets } from '../companies/budgets.tsx';
import { Members } from '../companies/members.tsx';
import { companyOf } from '../companies/queries.ts';
import { CompanyRules } from '../companies/rules.tsx';
import { ALL_COMPANIES } from '../menu-entries.ts';
import { PricesOfCompany } from '../price-lists/prices-of-company.tsx';
import { StateBadge } from './state-badge.tsx';
import { t } from './words.ts';

export const handle: PageHandle = { title: t('column.company'), shape: 'section', may: 'company.block' };

/** A company for staff: who it is, what it has ordered, whether it may order, at which prices, and its members, budgets and rules. */
export default function OneCompany() {
  const { id = '' } = useParams();
  const query = useQuery({ ...companyOf(id), staleTime: 0 });
  if (!query.data && statusOf(query.error) === 404) return <NotFound />;
  const name = query.data?.name ?? t('column.company');
  return (
    <>
      <PageTitle>{name}</PageTitle>
      <Breadcrumb above={[ALL_COMPANIES]} here={name} />
      <h1 tabIndex={-1} className="wrap-anywhere mb-5">
        {name}
      </h1>
      <Loaded query={query} what={t('what.company')} shape="section">
        {(company) => (
          <div className="grid gap-6">
            <Facts company={company} />
            <Ordering company={company} />
            <Figures company={company} />
            <PricesOfCompany id={id} />
            <Members company={company} mayManage={false} />
            <Budgets companyId={id} mayManage={false} />
            <CompanyRules companyId={id} mayManage={false} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function Facts({ company: { address, taxId = '–', createdAt } }: { company: Company }) {
  return (
    <section className="sheet">
      <dl className="detail-list">
        <dt>{t('address')}</dt>
        <dd>
          <AddressText shipTo={address} />
        </dd>
        <dt>{t('taxId')}</dt>
        <dd>
          <bdi>{taxId}</bdi>
        </dd>
        <dt>{t('since')}</dt>
        <dd>{formatDate(createdAt)}</dd>
      </dl>
    </section>
  );
}

/** What the company has ordered. */
function Figures({ company: { _id: id, figures, members } }: { company: Company }) {
  if (!figures) return null;
  const shown: [label: string, value: string][] = [
    [t('figure.orders'), formatCount(figures.orders)],
    [t('figure.ordersThisYear'), formatCount(figures.ordersThisYear)],
    [t('figure.spentThisYear'), formatMoney(figures.spentThisYear)],
    [t('figure.members'), formatCount(members)],
  ];
  return (
    <section aria-label={t('figures')} className="sheet grid gap-4 p-5">
      <dl className="grid gap-x-8 gap-y-3 grid-cols-2 md:grid-cols-4">
        {shown.map(([label, value]) => (
          <div key={label}>
            <dt className="text-muted text-xs">{label}</dt>
            <dd className="num font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm">
        <Link to={allOrdersPath({ buyer: id })} className="text-link">
          {t('orders.see')}
        </Link>
      </p>
    </section>
  );
}

/** What staff change with a reason: the words of its dialog, and the call. */
const CHANGES = {
  block: {
    call: 'blockCompany',
    action: t('block'),
    title: t('block.title'),
    hint: t('block.hint'),
    about: (name: string) => t('block.about', { name }),
    done: t('blocked'),
    warns: true,
  },
  unblock: {
    call: 'unblockCompany',
    action: t('unblock'),
    title: t('unblock.title'),
    hint: t('unblock.hint'),
    about: (name: string) => t('unblock.about', { name }),
    done: t('unblocked'),
    warns: false,
  },
  close: {
    call: 'closeCompany',
    action: t('close'),
    title: t('close.title'),
    hint: t('close.hint'),
    about: (name: string) => t('close.about', { name }),
    done: t('closed'),
    warns: true,
  },
  reopen: {
    call: 'reopenCompany',
    action: t('reopen'),
    title: t('reopen.title'),
    hint: t('reopen.hint'),
    about: (name: string) => t('reopen.about', { name }),
    done: t('reopened'),
    warns: false,
  },
} as const;
type Change = keyof typeof CHANGES;

/** Returns the changes that are offered in a state. One that cannot order is not blocked: calls can, for another reason. */
const offeredIn = (state: CompanyState) =>
  (Object.keys(CHANGES) as Change[]).filter(
    (change) => mayChangeState(state, change) && (change !== 'block' || state === 'active'),
  );

/** Whether the company may order, with the buttons that change it. */
function Ordering({ company }: { company: Company }) {
  const { _id: id, name, state } = company;
  const client = useQueryClient();
  const [asking, setAsking] = useState<Change>();
  const [isBusy, setBusy] = useState(false);

  /** Says what a change has come to: nothing, where somebody else has made it meanwhile. */
  async function tell({ modifiedCount }: { modifiedCount: number }, done: string) {
    if (modifiedCount > 0) toast.success(done);
    else toast.message(t('unchanged'));
    await client.invalidateQueries({ queryKey: ['companies'] });
  }

  const focusHeading = useFocusLater();
  async function approve() {
    setBusy(true);
    try {
      await tell(await callAsUser('approveCompany', { params: { id } }), t('approved'));
      focusHeading();
    } catch (error) {
      toast.error((error as Error).message);
    }
    setBusy(false);
  }

  const change = asking && CHANGES[asking];
  return (
    <section aria-labelledby="ordering" className="sheet grid gap-4 p-5">
      <h2 id="ordering" className="text-lg">
        {t('ordering')}
      </h2>
      <div role="status" className="grid justify-items-start gap-1">
        <StateWords company={company} />
      </div>
      <div className="flex flex-wrap gap-3">
        {state === 'active' && (
          <Link to={`${ALL_COMPANIES.to}/${id}/order`} className="btn btn-primary">
            {t('order')}
          </Link>
        )}
        {state === 'waiting' && (
          <ActionButton kind="primary" busy={isBusy} onClick={approve}>
            {t('approve')}
          </ActionButton>
        )}
        {offeredIn(state).map((one) => (
          <Button key={one} className={CHANGES[one].warns ? 'text-error' : ''} onClick={() => setAsking(one)}>
            {CHANGES[one].action}
          </Button>
        ))}
      </div>
      {change && (
        <ReasonDialog
          title={change.title}
          action={change.action}
          warns={change.warns}
          hint={change.hint}
          send={async (why) => {
            await tell(await callAsUser(change.call, { params: { id }, body: { why } }), change.done);
          }}
          onClose={() => setAsking(undefined)}
        >
          {change.about(name)}
        </ReasonDialog>
      )}
    </section>
  );
}

/** Whether the company may order, and why not. */
function StateWords({ company: { state, closed, blocked } }: { company: Company }) {
  const since = closed
    ? t('closed.since', { when: formatMoment(closed.at) })
    : blocked && t('blocked.since', { when: formatMoment(blocked.at) });
  if (state === 'active') return <p>{t('ordering.may')}</p>;
  return (
    <>
      <StateBadge state={state} />
      {state === 'waiting' && <p>{t('approve.about')}</p>}
      {since && (
        <>
          <bdi className="wrap-anywhere font-medium">{(closed ?? blocked)?.why}</bdi>
          <p className="text-muted text-sm">{since}</p>
        </>
      )}
    </>
  );
}
