import type { AddressBookCalls } from '../../../server/address-book/routes.ts';
import { idOf } from '../../fixtures/companies.ts';
import { SHIP_TO } from '../../fixtures/purchases.ts';
import { FORBIDDEN, NOT_FOUND, type Rows, type Sound, type Stage } from '../row.ts';

async function savedAddress({ shop, customer }: Stage): Promise<Sound> {
  const { body } = await shop.call('POST /addresses', { token: customer.token, body: { shipTo: SHIP_TO } });
  return { params: { id: body.insertedId } };
}

export const addressBookRows: Rows<AddressBookCalls> = {
  listAddresses: [
    { who: 'everyone signed in' },
    {
      about: 'of a buyer',
      who: 'the owner and staff',
      others: FORBIDDEN,
      // Of the buyer that the customer acts for.
      arrange: async ({ shop, customer }) => {
        const { body } = await shop.call('GET /companies?mine=true', { token: customer.token });
        const company = body.find(({ isActive }: { isActive: boolean }) => isActive);
        return { query: `?buyerId=${company?._id ?? (await idOf(shop, customer))}` };
      },
    },
  ],
  addAddress: { who: 'everyone signed in', arrange: () => ({ body: { shipTo: SHIP_TO } }) },
  changeAddress: {
    who: 'the owner',
    arrange: async (stage) => ({ ...(await savedAddress(stage)), body: { isDefault: true } }),
    others: NOT_FOUND,
  },
  removeAddress: { who: 'the owner', arrange: savedAddress, others: [200, { deletedCount: 0 }] },
};
