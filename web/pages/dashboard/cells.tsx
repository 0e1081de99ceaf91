/** Cells of the tables of staff's dashboard. In a narrow table each shows its label. */
import type { ReactNode } from 'react';
import { formatMoment } from '../../ui/dates.ts';

/** The first cell of a row: the row's subject, with details in smaller letters. */
export function LeadCell({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <td className="lead">
      <div className="min-w-0">
        <p className="font-medium">{title}</p>
        {children}
      </div>
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

/** A moment, or `otherwise` where there is none. */
export function MomentCell(props: { label: string; at: string | undefined; otherwise?: ReactNode }) {
  return (
    <td data-label={props.label} className="num whitespace-nowrap">
      {props.at ? formatMoment(props.at) : props.otherwise}
    </td>
  );
}
