import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import type { Company, NewCompany } from '#contract/companies/schema.ts';
import type { PageHandle } from '#contract/pages.ts';
import { statusOf } from '../../../api-problem.ts';
import { useUser } from '../../../session.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AddressText } from '../../../ui/address/address-text.tsx';
import { Breadcrumb } from '../../../ui/breadcrumb.tsx';
import { Button } from '../../../ui/button.tsx';
import { formatDate } from '../../../ui/dates.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { toast } from '../../../ui/toast.ts';
import { useFocusLater } from '../../../ui/use-focus-later.ts';
import { ViewLinks } from '../../../ui/view-links.tsx';
import { actFor, callAsUser } from '../../../user-calls.ts';
import { NotFound } from '../../not-found.tsx';
import { Budgets } from './budgets.tsx';
import { CompanyForm } from './company-form.tsx';
import { Invitations } from './invitations.tsx';
import { Members } from './members.tsx';
import { PartNumbers } from './part-numbers.tsx';
import { COMPANIES, companyOf, companyPath } from './queries.ts';
import { CompanyRules } from './rules.tsx';
import { noticeOf, t } from './words.ts';

export const handle: PageHandle = { title: t('company'), shape: 'section' };

/** A company of the signed-in person: without an id in the address the one that they act for. */
export default function CompanyPage() {
  const { buyerId = '' } = useUser();
  const { id = buyerId, view = 'members' } = useParams();
  const query = useQuery({ ...companyOf(id), enabled: id !== '' });
  if (id === '') return <Navigate to={COMPANIES} replace />;
  if (!isView(view) || (!query.data && statusOf(query.error) === 404)) return <NotFound />;
  const name = query.data?.name ?? t('company');
  return (
    <>
      <PageTitle>{name}</PageTitle>
      <Breadcrumb above={[{ to: COMPANIES, label: t('companies') }]} here={name} />
      <h1 tabIndex={-1} className="wrap-anywhere mb-5">
        {name}
      </h1>
      <Loaded query={query} what={t('what.company')} shape="section">
        {(company) => {
          const mayManage = company.rights?.includes('members.manage') ?? false;
          const of = { companyId: company._id, mayManage };
          return (
            <>
              <p role="status" className="mb-5 max-w-2xl border-warning border-s-4 ps-3 empty:hidden">
                {/* Above all pages of who acts for it stands that it is closed. */}
                {!(company.closed && company.isActive) && noticeOf(company)}
              </p>
              <ViewLinks label={t('views')} views={viewsOf(id, view)} isOneLine />
              {view === 'budgets' && <Budgets {...of} />}
              {view === 'rules' && <CompanyRules {...of} />}
              {view === 'numbers' && (
                <PartNumbers
                  companyId={company._id}
                  mayChange={company.rights?.includes('part_numbers.manage') ?? false}
                />
              )}
              {view === 'members' && (
                <div className="grid gap-8">
                  <Details company={company} mayManage={mayManage} />
                  <Members company={company} mayManage={mayManage} />
                  {mayManage && <Invitations companyId={company._id} />}
                </div>
              )}
            </>
          );
        }}
      </Loaded>
    </>
  );
}

const VIEWS = {
  members: t('views.members'),
  budgets: t('budgets'),
  rules: t('rules'),
  numbers: t('numbers'),
};
type View = keyof typeof VIEWS;

const isView = (text: string): text is View => Object.hasOwn(VIEWS, text);

/** The links between the parts of a company's page: the first is its own address. */
const viewsOf = (id: string, open: View) =>
  (Object.keys(VIEWS) as View[]).map((view) => ({
    label: VIEWS[view],
    to: view === 'members' ? companyPath(id) : `${companyPath(id)}/${view}`,
    isCurrent: view === open,
  }));

function Details({ company, mayManage }: { company: Company; mayManage: boolean }) {
  const { _id: id, address, taxId, timeZone, createdAt } = company;
  const client = useQueryClient();
  const [isChanging, setChanging] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const focusButton = useFocusLater(button);
  function close() {
    setChanging(false);
    focusButton();
  }

  async function change(body: NewCompany) {
    await callAsUser('changeCompany', { params: { id }, body });
    await client.invalidateQueries({ queryKey: ['companies'] });
    close();
    toast.success(t('changed'));
  }

  if (isChanging) return <CompanyForm company={company} send={change} onCancel={close} />;
  return (
    <section aria-label={t('details')} className="sheet">
      <dl className="detail-list">
        <dt>{t('address')}</dt>
        <dd>
          <AddressText shipTo={address} />
        </dd>
        {taxId && (
          <>
            <dt>{t('facts.taxId')}</dt>
            <dd>
              <bdi>{taxId}</bdi>
            </dd>
          </>
        )}
        <dt>{t('addresses')}</dt>
        <dd>
          <AddressBook id={id} isClosed={company.state === 'closed'} />
        </dd>
        <dt>{t('timeZone')}</dt>
        <dd>{timeZone}</dd>
        <dt>{t('facts.since')}</dt>
        <dd>{formatDate(createdAt)}</dd>
      </dl>
      {mayManage && (
        <p className="px-5 pb-5">
          <Button ref={button} small onClick={() => setChanging(true)}>
            {t('change')}
          </Button>
        </p>
      )}
    </section>
  );
}

const ADDRESSES = '/dashboard/addresses';

/** Leads to the company's address book, which the pages of a buyer show while one buys for it. */
function AddressBook({ id, isClosed }: { id: string; isClosed: boolean }) {
  const isActive = useUser().buyerId === id;
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  if (isActive)
    return (
      <Link to={ADDRESSES} className="text-link">
        {t('addresses.open')}
      </Link>
    );
  async function open() {
    setBusy(true);
    try {
      await actFor(id);
      await navigate(ADDRESSES);
    } catch (error) {
      toast.error((error as Error).message);
      setBusy(false);
    }
  }
  return (
    <ActionButton small busy={busy} onClick={open}>
      {isClosed ? t('addresses.open') : t('addresses.buy')}
    </ActionButton>
  );
}
