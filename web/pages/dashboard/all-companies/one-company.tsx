import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import type { Company } from '#contract/companies/schema.ts';
import { formatCount, formatMoney } from '#contract/kernel/money.ts';
import type { PageHandle } from '#contract/pages.ts';
import { statusOf } from '../../../api-problem.ts';
import { AddressText } from '../../../ui/address/address-text.tsx';
import { Breadcrumb } from '../../../ui/breadcrumb.tsx';
import { Button } from '../../../ui/button.tsx';
import { formatDate, formatMoment } from '../../../ui/dates.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { ReasonDialog } from '../../../ui/reason-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { callAsUser } from '../../../user-calls.ts';
import { NotFound } from '../../not-found.tsx';
import { allOrdersPath } from '../all-orders/filter.ts';
import { Budgets } from '../companies/budgets.tsx';
import { Members } from '../companies/members.tsx';
import { companyOf } from '../companies/queries.ts';
import { CompanyRules } from '../companies/rules.tsx';
import { ALL_COMPANIES, BUYER_GROUPS, PRICE_LISTS } from '../menu-entries.ts';
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
            <Figures company={company} />
            <Ordering company={company} />
            <Prices id={id} />
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

/** The price lists that count for the company, in their order: its own, then those of its group. */
function Prices({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['priceLists', 'of', id],
    queryFn: ({ signal }) => callAsUser('getCompanyLists', { params: { id } }, { signal }),
    staleTime: 0,
  });
  return (
    <section aria-labelledby="prices" className="sheet">
      <h2 id="prices" className="px-5 pt-5 text-lg">
        {t('prices')}
      </h2>
      <Loaded query={query} what={t('prices.what')} shape="section">
        {({ lists, group }) => (
          <dl className="detail-list">
            <dt>{t('prices.own')}</dt>
            <dd>
              <Lists of={lists} />
            </dd>
            <dt>{t('prices.group')}</dt>
            <dd>
              {group ? (
                <Link to={BUYER_GROUPS} className="text-link">
                  <bdi>{group.name}</bdi>
                </Link>
              ) : (
                t('prices.group.none')
              )}
            </dd>
            {group && (
              <>
                <dt>{t('prices.ofGroup')}</dt>
                <dd>
                  <Lists of={group.lists} />
                </dd>
              </>
            )}
          </dl>
        )}
      </Loaded>
    </section>
  );
}

function Lists({ of }: { of: { _id: string; name: string }[] }) {
  if (of.length === 0) return t('prices.none');
  return (
    <ol>
      {of.map(({ _id, name }) => (
        <li key={_id}>
          <Link to={`${PRICE_LISTS.to}/${_id}`} className="text-link">
            <bdi>{name}</bdi>
          </Link>
        </li>
      ))}
    </ol>
  );
}

/** Whether the company may order, with the button that changes it. */
function Ordering({ company }: { company: Company }) {
  const { blocked } = company;
  const [asking, setAsking] = useState(false);
  return (
    <section aria-labelledby="ordering" className="sheet grid gap-4 p-5">
      <h2 id="ordering" className="text-lg">
        {t('ordering')}
      </h2>
      <div role="status">
        {blocked ? (
          <>
            <bdi className="wrap-anywhere font-medium">{blocked.why}</bdi>
            <p className="text-muted text-sm">{t('blocked.since', { when: formatMoment(blocked.at) })}</p>
          </>
        ) : (
          <p>{t('ordering.may')}</p>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        {!blocked && (
          <Link to={`${ALL_COMPANIES.to}/${company._id}/order`} className="btn btn-primary">
            {t('order')}
          </Link>
        )}
        <Button className={blocked ? '' : 'text-error'} onClick={() => setAsking(true)}>
          {blocked ? t('unblock') : t('block')}
        </Button>
      </div>
      {asking && <Change company={company} isBlocking={!blocked} onClose={() => setAsking(false)} />}
    </section>
  );
}

interface ChangeProps {
  company: Company;
  isBlocking: boolean;
  onClose: () => void;
}

/** Asks why, and keeps the company from ordering, or lets it again. */
function Change({ company: { _id: id, name }, isBlocking, onClose }: ChangeProps) {
  const client = useQueryClient();
  async function send(why: string) {
    await callAsUser(isBlocking ? 'blockCompany' : 'unblockCompany', { params: { id }, body: { why } });
    toast.success(isBlocking ? t('blocked') : t('unblocked'));
    await client.invalidateQueries({ queryKey: ['companies'] });
  }
  return (
    <ReasonDialog
      title={isBlocking ? t('block.title') : t('unblock.title')}
      action={isBlocking ? t('block') : t('unblock')}
      warns={isBlocking}
      hint={isBlocking ? t('block.hint') : t('unblock.hint')}
      send={send}
      onClose={onClose}
    >
      {isBlocking ? t('block.about', { name }) : t('unblock.about', { name })}
    </ReasonDialog>
  );
}
