import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { myCompanies } from '../../../companies.ts';
import { useUser } from '../../../session.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { toast } from '../../../ui/toast.ts';
import { actFor } from '../../../user-calls.ts';
import { NotFound } from '../../not-found.tsx';
import { t } from './words.ts';

/** In place of an order that the buyer does not have: a mail may have led to it for whom the person also buys, and names the company. */
export function OrderElsewhere() {
  const { email, buyerId, companies } = useUser();
  const { data, isPending } = useQuery({ ...myCompanies(email), enabled: companies !== undefined });
  const [busy, setBusy] = useState(false);
  const named = useSearchParams()[0].get('buyer');
  if (companies === undefined) return <NotFound />;
  if (isPending) return null;
  const all: { _id: string | undefined; name: string }[] = [
    { _id: undefined, name: t('elsewhere.self') },
    ...(data ?? []),
  ];
  const others = all.filter(({ _id }) => _id !== buyerId);
  if (others.length === 0 || (named !== null && named === buyerId)) return <NotFound />;
  const company = others.find(({ _id }) => _id === named);
  const offered = company ? [company] : others;

  async function open(id: string | undefined, name: string) {
    setBusy(true);
    try {
      // The page begins anew for the other buyer.
      await actFor(id);
      toast.success(t('now', { name }));
    } catch (error) {
      toast.error((error as Error).message);
      setBusy(false);
    }
  }

  return (
    <>
      <PageTitle>{t('elsewhere')}</PageTitle>
      <h1 tabIndex={-1} className="mb-3">
        {t('elsewhere')}
      </h1>
      <p className="max-w-xl">{company ? t('elsewhere.of', { name: company.name }) : t('elsewhere.about')}</p>
      <ul className="mt-4 flex flex-wrap gap-3">
        {offered.map(({ _id, name }) => (
          <li key={_id ?? ''}>
            <ActionButton className="min-h-11" busy={busy} onClick={() => open(_id, name)}>
              {t('company.buyFor', { name })}
            </ActionButton>
          </li>
        ))}
      </ul>
    </>
  );
}
