import { z } from 'zod';
import { callsOf } from '../kernel/call.ts';
import { DeletedSchema, ModifiedSchema, ReasonSchema } from '../kernel/fields.ts';
import {
  CustomerListQuerySchema,
  ExchangeSchema,
  IsAdminSchema,
  NewRoleSchema,
  TokenSchema,
  UserDetailSchema,
  UserListQuerySchema,
  UserSchema,
} from './schema.ts';

const call = callsOf('People');

/** The calls about accounts and roles. */
export const accountCalls = {
  exchangeToken: call('PUT /user/:email', {
    proof: 'cookie',
    may: 'account.exchange',
    summary: 'Exchange the sign-in provider’s session for an accessToken',
    body: ExchangeSchema,
    output: TokenSchema,
    refuses: ['email_mismatch', 'second_factor_needed', 'not_found'],
  }),
  isAdmin: call('GET /admin/:email', {
    may: 'account.readRole',
    summary: 'Whether a person is an admin, or staff; others than admins may ask about themselves',
    output: IsAdminSchema,
    refuses: ['forbidden'],
  }),
  listUsers: call('GET /users', {
    may: 'account.list',
    summary: 'Everyone who has an account; `q` narrows them',
    query: UserListQuerySchema,
    output: z.array(UserSchema),
  }),
  promoteUser: call('PUT /user/admin/:email', {
    may: 'account.changeRole',
    summary: 'Make someone an admin whose email address is confirmed',
    output: ModifiedSchema,
    refuses: ['address_unproven'],
  }),
  demoteUser: call('DELETE /user/admin/:email', {
    may: 'account.changeRole',
    summary: 'Take the role of an admin or of staff away',
    output: ModifiedSchema,
    refuses: ['last_admin'],
  }),
  listCustomers: call('GET /desk/customers', {
    may: 'account.list',
    summary:
      'People with what they have bought and owe, the newest account first or by `sort`; `q` and `state` narrow them',
    query: CustomerListQuerySchema,
    output: z.array(UserDetailSchema),
  }),
  getUser: call('GET /users/:email', {
    may: 'account.list',
    summary: 'A person: what they have bought and owe, when they were seen last, and whether they may order',
    output: UserDetailSchema,
    refuses: ['not_found'],
  }),
  blockUser: call('PUT /users/:email/block', {
    may: 'account.block',
    summary: 'Keep a person from ordering; they are told why when they try',
    body: ReasonSchema,
    output: ModifiedSchema,
  }),
  unblockUser: call('PUT /users/:email/unblock', {
    may: 'account.block',
    summary: 'Let a person order again, with a reason for the log',
    body: ReasonSchema,
    output: ModifiedSchema,
  }),
  setRole: call('PUT /users/:email/role', {
    may: 'account.changeRole',
    summary: 'Give someone another role; staff and admins have a confirmed email address',
    body: NewRoleSchema,
    output: ModifiedSchema,
    refuses: ['address_unproven', 'last_admin'],
  }),
  removeUser: call('DELETE /users/:email', {
    may: 'account.remove',
    summary: 'Remove an account; its orders stay',
    output: DeletedSchema,
    refuses: ['own_account', 'last_admin', 'last_company_admin'],
  }),
};
