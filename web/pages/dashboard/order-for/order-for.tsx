import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { PageHandle } from '#contract/pages.ts';
import { statusOf } from '../../../api-problem.ts';
import { Breadcrumb } from '../../../ui/breadcrumb.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { NotFound } from '../../not-found.tsx';
import { ALL_COMPANIES, CUSTOMERS } from '../menu-entries.ts';
import { personPath } from '../person/path.ts';
import { companyToOrderFor, personToOrderFor } from './buyer.ts';
import { OrderForm } from './order-form.tsx';
import { t } from './words.ts';

export const handle: PageHandle = { title: t('title.page'), shape: 'section', may: 'purchase.placeFor' };

/** The page on which staff order for a buyer who is on the phone: for a company, or for a person. */
export default function OrderFor() {
  const { id, email = '' } = useParams();
  const query = useQuery(id === undefined ? personToOrderFor(email) : companyToOrderFor(id));
  if (!query.data && statusOf(query.error) === 404) return <NotFound />;
  const name = query.data?.name ?? t('what.buyer');
  const heading = query.data ? t('title', { buyer: name }) : t('title.page');
  const above =
    id === undefined
      ? [CUSTOMERS, { to: personPath(email), label: name }]
      : [ALL_COMPANIES, { to: `${ALL_COMPANIES.to}/${id}`, label: name }];
  return (
    <>
      <PageTitle>{heading}</PageTitle>
      <Breadcrumb above={above} here={t('title.page')} />
      <h1 tabIndex={-1} className="wrap-anywhere mb-5">
        {heading}
      </h1>
      <Loaded query={query} what={t('what.buyer')} shape="section">
        {(buyer) => <OrderForm key={buyer.id} buyer={buyer} />}
      </Loaded>
    </>
  );
}
