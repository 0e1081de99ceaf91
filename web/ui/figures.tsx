import type { ReactNode } from 'react';
import { Link } from 'react-router';
import './figures.css';

export interface Figure {
  label: string;
  value: string;
  /** What the figure counts. */
  note?: ReactNode;
  /** Where what it counts is listed. */
  to?: string;
}

/** Figures side by side, above what they count. */
export function Figures({ label, figures }: { label: string; figures: readonly Figure[] }) {
  return (
    <section aria-label={label}>
      <dl className="figures">
        {figures.map(({ label, value, note, to }) => (
          <div key={label} className="sheet figure">
            <dt>
              {to ? (
                <Link to={to} className="figure-link">
                  {label}
                </Link>
              ) : (
                label
              )}
            </dt>
            <dd className="figure-value num">{value}</dd>
            {note && <dd className="figure-note">{note}</dd>}
          </div>
        ))}
      </dl>
    </section>
  );
}
