import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Company, NewCompany } from '#contract/companies/schema.ts';
import type { PageHandle } from '#contract/pages.ts';
import { myCompanies } from '../../../companies.ts';
import { namesOf } from '../../../members/roles.ts';
import { useUser } from '../../../session.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { SendConfirmation } from '../../../ui/send-confirmation.tsx';
import { toast } from '../../../ui/toast.ts';
import { useFocusLater } from '../../../ui/use-focus-later.ts';
import { actFor, callAsUser } from '../../../user-calls.ts';
import { proofs } from '../my-profile/queries.ts';
import { CompanyForm } from './company-form.tsx';
import { companyPath } from './queries.ts';
import { noticeOf, t } from './words.ts';

export const handle: PageHandle = { title: t('companies'), shape: 'section' };

/** The companies of the signed-in person, and the form that opens one. */
export default function Companies() {
  const { name, email } = useUser();
  const client = useQueryClient();
  const navigate = useNavigate();
  const companies = useQuery(myCompanies(email));
  const isProven = useQuery(proofs(email)).data?.emailVerified;
  const [isOpening, setOpening] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const focusButton = useFocusLater(button);
  function cancel() {
    setOpening(false);
    focusButton();
  }

  async function open(company: NewCompany, idempotencyKey: string) {
    const { insertedId } = await callAsUser('openCompany', { body: company }, { idempotencyKey });
    await client.invalidateQueries({ queryKey: ['companies'] });
    await actFor(insertedId);
    await navigate(companyPath(insertedId));
    toast.success(t('opened', { name: company.name }));
  }

  return (
    <>
      <PageTitle>{t('companies')}</PageTitle>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1 tabIndex={-1}>{t('companies')}</h1>
          <p className="mt-1 max-w-2xl text-muted text-sm">{t('companies.about')}</p>
        </div>
        {isProven && !isOpening && (
          <Button ref={button} kind="primary" onClick={() => setOpening(true)}>
            {t('add')}
          </Button>
        )}
      </div>
      {isProven === false && (
        <div className="sheet mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 p-5">
          <p>{t('unproven', { email })}</p>
          <SendConfirmation />
        </div>
      )}
      {isOpening && <CompanyForm recipient={name} send={open} onCancel={cancel} />}
      <Loaded query={companies} what={t('what.companies')} shape="section">
        {(all) =>
          all.length === 0 ? (
            !isOpening && <p className="sheet p-6">{t('none')}</p>
          ) : (
            <ul className="address-cards">
              {all.map((company) => (
                <Card key={company._id} company={company} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}

function Card({ company }: { company: Company }) {
  const { _id, name, members, roles = [] } = company;
  const isActive = useUser().buyerId === _id;
  const [busy, setBusy] = useState(false);
  async function buyFor() {
    setBusy(true);
    try {
      await actFor(_id);
      toast.success(t('now', { name }));
    } catch (error) {
      toast.error((error as Error).message);
    }
    setBusy(false);
  }
  return (
    <li className="sheet address-card">
      <div>
        <h2 className="text-lg">
          <Link to={companyPath(_id)} className="text-link wrap-anywhere">
            {name}
          </Link>
        </h2>
        <p className="text-muted text-sm">
          {namesOf(roles)} · {t('company.members', { members })}
        </p>
        <p className="mt-2 border-warning border-s-4 ps-3 text-sm empty:hidden">{noticeOf(company)}</p>
      </div>
      <div className="address-actions">
        {isActive ? (
          <span className="badge badge-success">{t('company.active')}</span>
        ) : (
          <ActionButton small busy={busy} onClick={buyFor}>
            {t('company.buyFor', { name })}
          </ActionButton>
        )}
      </div>
    </li>
  );
}
