/** Cells of the tables of staff's dashboard. In a narrow table each shows its label. */
import type { ReactNode } from 'react';
import { formatMoment } from '../../../ui/dates.ts';

/** What the first cell of a row shows: the row's subject, with details in smaller letters. */
export function Lead({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <p className="font-medium">{title}</p>
      {children}
    </div>
  );
}

/** The first cell of a row. */
export function LeadCell(props: { title: ReactNode; children: ReactNode }) {
  return (
    <td className="lead">
      <Lead {...props} />
    </td>
  );
}

export function NumberCell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td data-label={label} className="number">
      {children}
    </td>
  );
}

export function MomentCell({ label, at }: { label: string; at: string }) {
  return (
    <td data-label={label} className="num whitespace-nowrap">
      {formatMoment(at)}
    </td>
  );
}
