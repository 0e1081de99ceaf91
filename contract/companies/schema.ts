import { z } from 'zod';
import { EmailSchema } from '../accounts/schema.ts';
import { KeptShipToSchema, optionalLine, ShipToSchema } from '../address-book/ship-to.ts';
import { say } from '../kernel/field-message.ts';
import { freeText, IdSchema, pageFields, requiredLine, TimeSchema, wholeNumber } from '../kernel/fields.ts';
import { isDollars } from '../kernel/money.ts';
import { LONGEST_FILTER } from '../kernel/text-limits.ts';
import { TimeZoneSchema } from '../kernel/time-zone.ts';
import { LONGEST_OF_PURCHASE } from '../purchases/limits.ts';
import { MEMBER_ROLES, RIGHTS, rolesWith } from './rights.ts';
import { COMPANY_STATES } from './states.ts';

export const MOST_MEMBERS = 1000;
/** The most invitations of a company that nobody has answered yet. */
export const MOST_INVITATIONS = 100;
/** How long an invitation is good. */
export const INVITATION_DAYS = 7;

const RolesSchema = z
  .array(z.enum(MEMBER_ROLES, say('member_role')), say('member_roles'))
  .min(1, say('member_roles'))
  .max(MEMBER_ROLES.length, say('member_roles'))
  .overwrite((roles) => MEMBER_ROLES.filter((role) => roles.includes(role)));

export const NewCompanySchema = z.object({
  /** Mails to strangers tell it: mailboxes make links of web addresses. */
  name: requiredLine(say('name_missing'), 100).refine(
    (name) => !/:\/\/|www\./i.test(name),
    say('no_web_address'),
  ),
  /** Where the company is; also the first address of its book. */
  address: ShipToSchema,
  /** Its VAT or other tax number. */
  taxId: optionalLine(40),
  /** In which its limits and budgets begin anew; an empty text, or none: in the shop's. */
  timeZone: TimeZoneSchema.or(z.literal('')).optional(),
});
export type NewCompany = z.infer<typeof NewCompanySchema>;

export const CompanyChangeSchema = NewCompanySchema.partial().refine(
  (change) => Object.keys(change).length > 0,
  say('no_change'),
);
export type CompanyChange = z.infer<typeof CompanyChangeSchema>;

export const CompanyListQuerySchema = z.object({
  ...pageFields,
  /** Words that the name, the city or the tax number contains, in any order and case. */
  q: freeText(LONGEST_FILTER).optional(),
  state: z.enum(COMPANY_STATES, say('company_state')).optional(),
  /** Only those of a group of buyers: for staff. */
  group: IdSchema.optional(),
  /** Only those that the caller is a member of, for staff too. */
  mine: z.literal('true', say('companies_mine')).optional(),
});
export type CompanyListQuery = z.infer<typeof CompanyListQuerySchema>;

export const CompanySchema = z.object({
  _id: IdSchema,
  name: z.string(),
  address: KeptShipToSchema,
  taxId: z.string().optional(),
  /** In which its limits and budgets begin anew: its own, or the shop's. */
  timeZone: z.string(),
  createdAt: TimeSchema,
  members: z.int(),
  /** What the caller is and may there; without them the caller is no member. */
  roles: z.array(z.enum(MEMBER_ROLES)).optional(),
  rights: z.array(z.enum(RIGHTS)).optional(),
  /** Whether the caller's accessToken acts for it. */
  isActive: z.boolean(),
  state: z.enum(COMPANY_STATES),
  /** Why the shop keeps it from ordering. */
  blocked: z.object({ at: TimeSchema, why: z.string() }).optional(),
  /** Why the shop has closed it. */
  closed: z.object({ at: TimeSchema, why: z.string() }).optional(),
  /** For staff: its group of buyers, and when its last order was placed. */
  group: z.object({ _id: IdSchema, name: z.string() }).optional(),
  lastOrderAt: TimeSchema.optional(),
  /** Of one company for staff: its orders that are not deleted, those of its year, and dollars paid for these and not refunded. */
  figures: z.object({ orders: z.int(), ordersThisYear: z.int(), spentThisYear: z.number() }).optional(),
});
export type Company = z.infer<typeof CompanySchema>;

export const MemberSchema = z.object({
  userId: IdSchema,
  email: z.string(),
  name: z.string(),
  roles: z.array(z.enum(MEMBER_ROLES)),
  joinedAt: TimeSchema,
  /** The most that the member may order at once, and in a month of the company, in dollars; null: no limit. */
  perPurchase: z.number().nullable(),
  perMonth: z.number().nullable(),
  /** Dollars that the member's orders of the current month count with: for the member, staff, and who sees all orders. */
  usedOfMonth: z.number().optional(),
  /** Orders above limits and without approval. */
  skipsRules: z.boolean(),
});
export type Member = z.infer<typeof MemberSchema>;

const LimitSchema = z
  .number(say('limit'))
  .min(0, say('limit'))
  .max(1_000_000_000, say('limit'))
  .refine(isDollars, say('limit'))
  .nullable();

export const MemberChangeSchema = z
  .object({
    roles: RolesSchema.optional(),
    perPurchase: LimitSchema.optional(),
    perMonth: LimitSchema.optional(),
    skipsRules: z.boolean().optional(),
  })
  .refine((change) => Object.keys(change).length > 0, say('no_change'));
export type MemberChange = z.infer<typeof MemberChangeSchema>;

const DollarsSchema = LimitSchema.unwrap();

const BUDGET_PERIODS = ['month', 'quarter', 'year'] as const;
/** The most budgets of a company. */
export const MOST_BUDGETS = 200;

const costCentre = optionalLine(LONGEST_OF_PURCHASE.costCentre);

export const NewBudgetSchema = z.object({
  name: requiredLine(say('name_missing'), 100),
  /** Whose orders count; without it, all. */
  costCentre,
  period: z.enum(BUDGET_PERIODS, say('budget_period')),
  /** Dollars in a period. */
  limit: DollarsSchema,
});
export type NewBudget = z.infer<typeof NewBudgetSchema>;

export const BudgetChangeSchema = NewBudgetSchema.pick({ name: true, limit: true })
  .partial()
  .refine((change) => Object.keys(change).length > 0, say('no_change'));
export type BudgetChange = z.infer<typeof BudgetChangeSchema>;

/** `used` is what orders of the current period have taken and not given back. */
export const BudgetSchema = NewBudgetSchema.extend({
  _id: IdSchema,
  costCentre: z.string().optional(),
  name: z.string(),
  used: z.number(),
  periodStart: z.string(),
});
export type Budget = z.infer<typeof BudgetSchema>;

const ApproversSchema = {
  /** A role that may approve, or a member. */
  by: z.union([
    z.strictObject({ role: z.enum(rolesWith('purchase.approve')) }),
    z.strictObject({ userId: IdSchema }),
  ]),
  count: z.int().min(1).max(2),
};

/** One of `above` (dollars), `newAddress` and `overBudget`. */
const ApprovalRuleSchema = z
  .object({
    above: DollarsSchema.optional(),
    newAddress: z.literal(true).optional(),
    overBudget: z.literal(true).optional(),
    ...ApproversSchema,
  })
  .refine(
    ({ above, newAddress, overBudget }) =>
      [above, newAddress, overBudget].filter((one) => one !== undefined).length === 1,
    say('approval_rule'),
  )
  .refine(({ by, count }) => !('userId' in by) || count === 1, say('approval_rule'));

export const RulesSchema = z.object({
  /** Rises with every change. In a body the one that the change is based on: another one is refused; without it none is. */
  revision: wholeNumber(0, say('revision')).optional(),
  poNumber: z.enum(['optional', 'required', 'unique'], say('po_rule')),
  costCentres: z
    .array(requiredLine(say('cost_centre_required'), LONGEST_OF_PURCHASE.costCentre))
    .max(200, say('cost_centres')),
  /** Orders go to addresses of the company's book only, which an admin of the company then changes. */
  addressesFromBook: z.literal(true).optional(),
  approvals: z.array(ApprovalRuleSchema).max(20, say('approval_rule')),
});
export type Rules = z.infer<typeof RulesSchema>;

export const NewInvitationSchema = z.object({ email: EmailSchema, roles: RolesSchema });
export type NewInvitation = z.infer<typeof NewInvitationSchema>;

const INVITATION_STATES = ['open', 'accepted', 'withdrawn', 'expired'] as const;

export const InvitationSchema = z.object({
  _id: IdSchema,
  email: z.string(),
  roles: z.array(z.enum(MEMBER_ROLES)),
  state: z.enum(INVITATION_STATES),
  invitedBy: z.string(),
  createdAt: TimeSchema,
  expiresAt: TimeSchema,
  /** Who has accepted it: not always who was invited. */
  acceptedBy: z.string().optional(),
});
export type Invitation = z.infer<typeof InvitationSchema>;

/** `token` is from the link in the mail. */
export const AcceptanceSchema = z.object({ token: freeText(200) });
/** What the link of an open invitation says. */
export const InvitedSchema = InvitationSchema.pick({ invitedBy: true, roles: true, expiresAt: true }).extend({
  company: z.string(),
});
/** The buyer that `PUT /user/{email}` takes as `buyerId`. */
export const AcceptedSchema = z.object({ buyerId: IdSchema });
