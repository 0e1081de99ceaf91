import { useId } from 'react';
import { MEMBER_ROLES } from '#contract/companies/rights.ts';
import { ROLES } from '../../../members/roles.ts';
import type { FormField } from '../../../ui/use-submit.ts';
import { ROLES_EXPLAINED, t } from './words.ts';

/** The roles of a member, each with what it lets them do. */
export function RoleBoxes({ error, ...registration }: FormField) {
  const id = useId();
  return (
    <fieldset className="grid gap-2" aria-describedby={id}>
      <legend className="mb-1.5 font-medium text-sm">{t('roles')}</legend>
      {MEMBER_ROLES.map((role) => (
        <label key={role} className="flex items-baseline gap-2 text-sm">
          <input type="checkbox" value={role} className="checkbox translate-y-1" {...registration} />
          <span>
            <span className="font-medium">{ROLES[role]}</span>{' '}
            <span className="text-muted">{ROLES_EXPLAINED[role]}</span>
          </span>
        </label>
      ))}
      <p id={id} role="status" className="text-error text-sm empty:hidden">
        {error}
      </p>
    </fieldset>
  );
}
