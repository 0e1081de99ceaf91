/** Schemas of people and of signing in, each with an example. */
import {
  ExchangeSchema,
  IsAdminSchema,
  NewRoleSchema,
  ProfileSchema,
  SignInSchema,
  SignUpSchema,
  TokenSchema,
  UserDetailSchema,
  UserSchema,
} from '../accounts/schema.ts';
import { SignedInSchema, SignInErrorSchema } from '../sign-in.ts';
import { buyer, ID, type Named, named, TIME } from './examples.ts';

export const accountSchemas: Record<string, Named> = {
  SignUp: named(SignUpSchema, { ...buyer, password: 'correct horse' }),
  SignIn: named(SignInSchema, { email: buyer.email, password: 'correct horse' }),
  SignedIn: named(SignedInSchema, { user: { id: ID, ...buyer, emailVerified: false, createdAt: TIME } }),
  SignInError: named(SignInErrorSchema, {
    code: 'INVALID_EMAIL_OR_PASSWORD',
    message: 'Invalid email or password',
  }),
  Profile: named(ProfileSchema, { name: buyer.name }),
  Exchange: named(ExchangeSchema, { email: buyer.email }),
  AccessToken: named(TokenSchema, { token: 'q8Zr0yTj4xJbWmD1nVfKs7uA2cLeHg9P', companies: 1, buyerId: ID }),
  NewRole: named(NewRoleSchema, { role: 'staff' }),
  IsAdmin: named(IsAdminSchema, { admin: false, staff: true }),
  UserDetail: named(UserDetailSchema, {
    _id: ID,
    ...buyer,
    role: 'customer',
    proven: true,
    createdAt: TIME,
    lastSeenAt: TIME,
    secondFactor: false,
    purchases: 12,
    unpaid: 1,
    paidTotal: 48_200.5,
    unpaidTotal: 1270,
    blocked: { at: TIME, by: 'clerk@example.com', why: 'Two invoices are overdue.' },
  }),
  User: named(UserSchema, { _id: ID, ...buyer, role: 'customer', proven: true }),
};
