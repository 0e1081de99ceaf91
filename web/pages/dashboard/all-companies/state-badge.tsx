import type { CompanyState } from '#contract/companies/states.ts';
import { STATES } from './words.ts';

/** The state of a company: a badge for one that cannot order. */
export function StateBadge({ state }: { state: CompanyState }) {
  if (state === 'active') return <span className="text-muted">{STATES.active}</span>;
  return (
    <span className={`badge badge-sm ${state === 'closed' ? 'badge-ghost' : 'badge-warning'}`}>
      {STATES[state]}
    </span>
  );
}
