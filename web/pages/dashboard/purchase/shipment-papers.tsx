import type { LabelSize } from '#contract/documents.ts';
import type { PurchaseDetail } from '#contract/purchases.ts';
import { ExportButton } from '../../../ui/export-button.tsx';
import { callForFileAsUser } from '../../../user-calls.ts';
import { paperOf } from './documents.tsx';

/** The usual one first. */
const SIZES: Record<LabelSize, string> = { '100x150': '100 × 150 mm', a6: 'A6' };

interface Props {
  shipmentId: string;
  purchase: PurchaseDetail;
}

/** What lies in the parcel, and what stands on it. */
export function ShipmentPapers({ shipmentId: id, purchase }: Props) {
  const nth = purchase.shipments.findIndex(({ _id }) => _id === id) + 1;
  return (
    <p className="mt-2 flex flex-wrap gap-2">
      <ExportButton
        file={`${purchase.number} packing slip ${nth}.pdf`}
        label="Packing slip (PDF)"
        read={() =>
          callForFileAsUser('getPackingSlip', { params: { id }, query: { paper: paperOf(purchase) } })
        }
      />
      {(Object.keys(SIZES) as LabelSize[]).map((size) => (
        <ExportButton
          key={size}
          file={`${purchase.number} label ${nth}.pdf`}
          label={`Label ${SIZES[size]} (PDF)`}
          read={() => callForFileAsUser('getAddressLabel', { params: { id }, query: { size } })}
        />
      ))}
    </p>
  );
}
