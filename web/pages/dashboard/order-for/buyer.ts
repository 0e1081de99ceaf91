/** The buyers that staff order for, with what the page needs of them. */
import { queryOptions } from '@tanstack/react-query';
import type { Address } from '#contract/address-book/schema.ts';
import { hasRight } from '#contract/companies/rights.ts';
import { type CompanyRules, NO_RULES } from '#contract/companies/rules.ts';
import type { Member } from '#contract/companies/schema.ts';
import { forGoods, forInvoices } from '../../../addresses.ts';
import '../../../companies.ts';
import { callAsUser } from '../../../user-calls.ts';
import { NEW, OWN } from '../../checkout/values.ts';
import type { OrderValues } from './draft.ts';

export interface Buyer {
  id: string;
  name: string;
  /** Of a company: the members who may order, its admins first. */
  contacts: Member[];
  rules: CompanyRules;
  book: Address[];
}

/** Returns the field with an address that is not in the buyer's book any more. */
export function goneFrom(
  { book }: Buyer,
  { addressId, billToId }: Pick<OrderValues, 'addressId' | 'billToId'>,
): 'addressId' | 'billToId' | undefined {
  const has = (some: Address[], id: string) => some.some(({ _id }) => _id === id);
  if (addressId !== NEW && addressId !== '' && !has(forGoods(book), addressId)) return 'addressId';
  return billToId === OWN || has(forInvoices(book), billToId) ? undefined : 'billToId';
}

/** The second word of the keys of these queries. */
export const ORDER_FOR = 'order-for';

/** What is read is of now: somebody is on the phone. */
const ofNow = { staleTime: 0, refetchOnWindowFocus: false } as const;

export const companyToOrderFor = (id: string) =>
  queryOptions({
    queryKey: ['companies', ORDER_FOR, id],
    queryFn: async ({ signal }): Promise<Buyer> => {
      const of = { params: { id } };
      const [{ name }, members, rules, book] = await Promise.all([
        callAsUser('getCompany', of, { signal }),
        callAsUser('listMembers', of, { signal }),
        callAsUser('getRules', of, { signal }),
        callAsUser('listAddresses', { query: { buyerId: id } }, { signal }),
      ]);
      const isAdmin = ({ roles }: Member) => Number(roles.includes('admin'));
      const contacts = members
        .filter(({ roles }) => hasRight(roles, 'purchase.place'))
        .sort((a, b) => isAdmin(b) - isAdmin(a));
      return { id, name, contacts, rules, book };
    },
    ...ofNow,
  });

export const personToOrderFor = (email: string) =>
  queryOptions({
    queryKey: ['users', ORDER_FOR, email],
    queryFn: async ({ signal }): Promise<Buyer> => {
      const { _id: id, name } = await callAsUser('getUser', { params: { email } }, { signal });
      const book = await callAsUser('listAddresses', { query: { buyerId: id } }, { signal });
      return { id, name: name || email, contacts: [], rules: NO_RULES, book };
    },
    ...ofNow,
  });
