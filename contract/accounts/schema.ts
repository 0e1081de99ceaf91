import { z } from 'zod';
import { say } from '../kernel/field-message.ts';
import { foldedLine, freeText, IdSchema, pageFields, TimeSchema } from '../kernel/fields.ts';
import { LONGEST_FILTER } from '../kernel/text-limits.ts';
import { CUSTOMER_SORTS } from './customer-sorts.ts';

export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 128;
const EMAIL_MAX = 254;

/**
 * Returns whether text is an address as businesses have them: lower case, dots, hyphens, plus signs, digits and sub-domains, one
 * @, no spaces. Split instead of matched by one pattern, so that the time is linear in the length of the text.
 */
function isEmailAddress(text: string): boolean {
  const [local = '', domain = '', ...more] = text.split('@');
  const labels = domain.split('.');
  const top = labels.pop() ?? '';
  return (
    more.length === 0 &&
    labels.length > 0 &&
    local.split('.').every((part) => /^[a-z0-9_+-]+$/.test(part)) &&
    labels.every((label) => /^[a-z0-9-]+$/.test(label) && !label.startsWith('-') && !label.endsWith('-')) &&
    /^[a-z]{2,24}$/.test(top)
  );
}

/** An email address in lower case. The form lowers the case while typing, the server before it validates. */
export const EmailSchema = z
  .string(say('email_required'))
  .min(1, say('email_required'))
  .max(EMAIL_MAX, say('email_form'))
  .refine(isEmailAddress, say('email_form'));

const PasswordSchema = z
  .string(say('password_required'))
  .min(1, say('password_required'))
  .min(PASSWORD_MIN, say('password_too_short', { least: PASSWORD_MIN }))
  .max(PASSWORD_MAX, say('too_long', { most: PASSWORD_MAX }));

export const NameSchema = foldedLine(say('name_required'), 100);

export const SignInSchema = z.object({ email: EmailSchema, password: PasswordSchema });
export type SignIn = z.infer<typeof SignInSchema>;

export const SignUpSchema = z.object({ name: NameSchema, email: EmailSchema, password: PasswordSchema });
export type SignUp = z.infer<typeof SignUpSchema>;

/** Body that starts a sign-in with Google. Other fields of the provider (scopes, a token instead of a code) are refused. */
export const GoogleStartSchema = z.strictObject({
  provider: z.literal('google'),
  callbackURL: z.string().startsWith('/'),
  errorCallbackURL: z.string().startsWith('/'),
});

/** The address to which a mail with a link is sent. */
export const AddressSchema = z.object({ email: EmailSchema });
export type Address = z.infer<typeof AddressSchema>;

export const NewPasswordSchema = z.object({ newPassword: PasswordSchema });
export type NewPassword = z.infer<typeof NewPasswordSchema>;

/** `token` is from the link in the mail. */
export const PasswordResetSchema = NewPasswordSchema.extend({ token: freeText(200) });

export const PasswordChangeSchema = NewPasswordSchema.extend({ currentPassword: PasswordSchema });
export type PasswordChange = z.infer<typeof PasswordChangeSchema>;

export const ProfileSchema = z.object({ name: NameSchema });
export type Profile = z.infer<typeof ProfileSchema>;

export const RoleSchema = z.enum(['admin', 'staff', 'customer']);
export type Role = z.infer<typeof RoleSchema>;

/** Body of PUT /user/{email}. A role or anything else in it is ignored. */
export const ExchangeSchema = z.object({
  email: z.string(say('email_required')),
  /** For whom the accessToken acts: a company, or the person. Without it, for whom the session acted last. */
  buyerId: IdSchema.optional(),
});
export const TokenSchema = z.object({
  token: z.string(),
  /** Of how many companies the person is a member; absent for none. */
  companies: z.int().optional(),
  /** The company for which the token acts; absent where it acts for the person. */
  buyerId: IdSchema.optional(),
});
export type Token = z.infer<typeof TokenSchema>;

export const IsAdminSchema = z.object({
  admin: z.boolean(),
  /** Only where the person is staff. */
  staff: z.literal(true).optional(),
});

/** Body of PUT /users/{email}/role. */
export const NewRoleSchema = z.object({ role: RoleSchema });

export const UserListQuerySchema = z.object({
  ...pageFields,
  /** Words that the address or the name contains, in any order and case. */
  q: freeText(LONGEST_FILTER).optional(),
});
export type UserListQuery = z.infer<typeof UserListQuerySchema>;

/** People who have unpaid orders, and those who are kept from ordering. */
const CUSTOMER_STATES = ['unpaid', 'blocked'] as const;

export const CustomerListQuerySchema = UserListQuerySchema.extend({
  state: z.enum(CUSTOMER_STATES, say('customer_state')).optional(),
  sort: z.enum(CUSTOMER_SORTS, say('customer_sort')).optional(),
});
export type CustomerListQuery = z.infer<typeof CustomerListQuerySchema>;

export const UserSchema = z.object({
  _id: IdSchema,
  email: z.string(),
  name: z.string(),
  role: RoleSchema,
  /** Whether the person has confirmed the address, by a link in a mail or by Google. */
  proven: z.boolean(),
});
export type User = z.infer<typeof UserSchema>;

/** A person as admins see them. Amounts are dollars. */
export const UserDetailSchema = UserSchema.extend({
  createdAt: TimeSchema,
  /** When a session that has not ended was last used, or else when the log knows of them last. */
  lastSeenAt: TimeSchema.optional(),
  secondFactor: z.boolean(),
  /** Who keeps the person from ordering, since when and why. */
  blocked: z.object({ at: TimeSchema, by: z.string(), why: z.string() }).optional(),
  /** Purchases that were not deleted, and those of them that are not paid. */
  purchases: z.int(),
  unpaid: z.int(),
  paidTotal: z.number(),
  unpaidTotal: z.number(),
});
export type UserDetail = z.infer<typeof UserDetailSchema>;
