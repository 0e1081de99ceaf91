import {
  type AnyPerson,
  isStaff,
  type Own,
  own,
  type Person,
  type Reach,
  staffOnly,
} from '../kernel/reach.ts';

/** Of a company {id} members reach what their roles there let them (`requireCompany`, `lockCompany`), staff every one. */
export const companyPolicy = {
  'company.open': (who: AnyPerson): Own => own(who),
  'company.read': (who: Person): Reach => (isStaff(who.role) ? 'all' : own(who)),
  'company.manage': (who: Person): Reach => (who.role === 'admin' ? 'all' : own(who)),
  /** Set its own part numbers. */
  'company.number': (who: Person): Reach => (isStaff(who.role) ? 'all' : own(who)),
  /** Approve it, keep it from ordering, close it, and take that back. */
  'company.block': staffOnly,
};
