import { z } from 'zod';
import { ExchangeSchema, IsAdminSchema, TokenSchema, UserListQuerySchema, UserSchema } from '../accounts.ts';
import { call } from '../call.ts';
import { DeletedSchema, ModifiedSchema } from '../fields.ts';

/** The calls about accounts and roles. */
export const accountCalls = {
  exchangeToken: call('PUT /user/:email', {
    proof: 'cookie',
    may: 'account.exchange',
    tag: 'People',
    summary: 'Exchange the sign-in provider’s session for an accessToken',
    body: ExchangeSchema,
    output: TokenSchema,
    refuses: ['email_mismatch'],
  }),
  isAdmin: call('GET /admin/:email', {
    may: 'account.readRole',
    tag: 'People',
    summary: 'Whether a person is an admin; customers may ask about themselves',
    output: IsAdminSchema,
    refuses: ['forbidden'],
  }),
  listUsers: call('GET /users', {
    may: 'account.list',
    tag: 'People',
    summary: 'Everyone who has an account; `q` narrows them',
    query: UserListQuerySchema,
    output: z.array(UserSchema),
  }),
  promoteUser: call('PUT /user/admin/:email', {
    may: 'account.changeRole',
    tag: 'People',
    summary: 'Make someone an admin whose address is confirmed',
    output: ModifiedSchema,
    refuses: ['address_unproven'],
  }),
  demoteUser: call('DELETE /user/admin/:email', {
    may: 'account.changeRole',
    tag: 'People',
    summary: 'Take the admin role away',
    output: ModifiedSchema,
    refuses: ['last_admin'],
  }),
  removeUser: call('DELETE /users/:email', {
    may: 'account.remove',
    tag: 'People',
    summary: 'Remove an account; its orders stay',
    output: DeletedSchema,
    refuses: ['own_account', 'last_admin'],
  }),
};
