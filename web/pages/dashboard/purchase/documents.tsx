import { useQuery } from '@tanstack/react-query';
import type { Paper } from '#contract/documents/schema.ts';
import { formatMoney } from '#contract/kernel/money.ts';
import type { PurchaseDetail } from '#contract/purchases/schema.ts';
import { ExportButton } from '../../../ui/export-button.tsx';
import { callForFileAsUser } from '../../../user-calls.ts';
import * as queries from './queries.ts';

/** Countries whose printers have US Letter. */
const LETTER = new Set(['US', 'CA', 'MX', 'PR', 'PH', 'CL', 'CO', 'VE', 'GT', 'CR', 'PA', 'DO', 'SV', 'NI']);

/** The paper of the country that a purchase goes to. */
export const paperOf = ({ shipTo }: PurchaseDetail): Paper =>
  shipTo && LETTER.has(shipTo.country) ? 'letter' : 'a4';

/** The documents of a purchase, on the paper of the country that it goes to: the confirmation once it waits for no approval, the invoice once it is paid. */
export function Documents({ purchase }: { purchase: PurchaseDetail }) {
  const { _id: id, number, approval, paidAt } = purchase;
  const paper = paperOf(purchase);
  const input = { params: { id }, query: { paper } };
  return (
    <>
      {!approval && (
        <ExportButton
          file={`${number} order confirmation.pdf`}
          label="Order confirmation (PDF)"
          read={() => callForFileAsUser('getConfirmation', input)}
        />
      )}
      {paidAt && (
        <ExportButton
          file={`${number} invoice.pdf`}
          label="Invoice (PDF)"
          read={() => callForFileAsUser('getInvoice', input)}
        />
      )}
      {purchase.refunded > 0 && <CreditNotes purchase={purchase} paper={paper} />}
    </>
  );
}

function CreditNotes({ purchase, paper }: { purchase: PurchaseDetail; paper: Paper }) {
  const { data = [] } = useQuery(queries.creditNotes(purchase._id));
  return data
    .filter(({ withdrawnAt }) => withdrawnAt === undefined)
    .map(({ number, amount }) => (
      <ExportButton
        key={number}
        file={`${purchase.number} credit note ${number}.pdf`}
        label={`Credit note of ${formatMoney(amount)} (PDF)`}
        read={() => callForFileAsUser('getCreditNote', { params: { number }, query: { paper } })}
      />
    ));
}
