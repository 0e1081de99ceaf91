import { addMember, insertCompany } from '../../../server/companies/queries.ts';
import type { CompanyCalls } from '../../../server/companies/routes.ts';
import { idOf } from '../../fixtures/companies.ts';
import { SHIP_TO } from '../../fixtures/purchases.ts';
import { NOT_FOUND, type Rows, type Sound, type Stage } from '../row.ts';

const BUDGET = { name: 'Lab', period: 'month', limit: 2500 };
const NEW_COMPANY = { name: 'Acme', address: SHIP_TO };

/** A company of the customer, and the customer's id. */
async function companyOf({ shop, customer }: Stage) {
  // One person is a member of 50 companies at most. One that they act for stays.
  await shop.database.pool.query(
    `delete from members where buyer_id in (
       select buyer_id from members join users on users.id = user_id where email = $1)
     and buyer_id not in (select buyer_id from access_tokens where buyer_id is not null)`,
    [customer.email],
  );
  const userId = await idOf(shop, customer);
  // Not by its call: one person opens 50 within a year at most.
  const id = await insertCompany(shop.database.db, NEW_COMPANY);
  await addMember(shop.database.db, id, userId, ['admin']);
  return { id, userId };
}

/** An address that was not invited yet: one gets few invitations. */
const newColleague = () => ({ email: `colleague-${crypto.randomUUID()}@example.com`, roles: ['buyer'] });

async function invited(stage: Stage) {
  const { id } = await companyOf(stage);
  const { body } = await stage.shop.call(`POST /companies/${id}/invitations`, {
    token: stage.customer.token,
    body: newColleague(),
  });
  return { id, invitationId: body.insertedId as string };
}

/** The token of an invitation. */
async function byLink(stage: Stage): Promise<Sound> {
  const { invitationId: token } = await invited(stage);
  await stage.shop.database.pool.query(
    "update invitations set token_hash = sha256(convert_to($2::text, 'UTF8')) where id = $1",
    [token, token],
  );
  return { body: { token } };
}

async function budgeted(stage: Stage) {
  const { id } = await companyOf(stage);
  const { token } = stage.customer;
  const { body } = await stage.shop.call(`POST /companies/${id}/budgets`, { token, body: BUDGET });
  return { id, budgetId: body.insertedId as string };
}

const ofCompany =
  (body?: unknown) =>
  async (stage: Stage): Promise<Sound> => {
    const { id } = await companyOf(stage);
    return { params: { id }, ...(body !== undefined && { body }) };
  };

export const companyRows: Rows<CompanyCalls> = {
  openCompany: {
    who: 'everyone signed in',
    arrange: async ({ shop }) => {
      await shop.database.pool.query('update users set email_verified = true where not email_verified');
      return { body: NEW_COMPANY };
    },
  },
  listCompanies: { who: 'everyone signed in' },
  getCompany: { who: 'the owner and staff', arrange: ofCompany(), others: NOT_FOUND },
  changeCompany: { who: 'the owner and admins', arrange: ofCompany({ name: 'Acme Ltd' }), others: NOT_FOUND },
  blockCompany: { who: 'staff', arrange: ofCompany({ why: 'Two invoices are overdue.' }) },
  unblockCompany: { who: 'staff', arrange: ofCompany({ why: 'They have paid.' }) },
  approveCompany: { who: 'staff', arrange: ofCompany() },
  closeCompany: { who: 'staff', arrange: ofCompany({ why: 'They have merged.' }) },
  reopenCompany: { who: 'staff', arrange: ofCompany({ why: 'They are back.' }) },
  listMembers: { who: 'the owner and staff', arrange: ofCompany(), others: NOT_FOUND },
  changeMember: {
    who: 'the owner and admins',
    arrange: async (stage) => ({ params: await companyOf(stage), body: { perPurchase: 2500 } }),
    others: NOT_FOUND,
  },
  removeMember: {
    who: 'the owner and admins',
    arrange: async (stage) => ({ params: await companyOf(stage) }),
    others: NOT_FOUND,
  },
  listBudgets: { who: 'the owner and staff', arrange: ofCompany(), others: NOT_FOUND },
  addBudget: { who: 'the owner and admins', arrange: ofCompany(BUDGET), others: NOT_FOUND },
  changeBudget: {
    who: 'the owner and admins',
    arrange: async (stage) => ({ params: await budgeted(stage), body: { limit: 1 } }),
    others: NOT_FOUND,
  },
  removeBudget: {
    who: 'the owner and admins',
    arrange: async (stage) => ({ params: await budgeted(stage) }),
    others: NOT_FOUND,
  },
  getRules: { who: 'the owner and staff', arrange: ofCompany(), others: NOT_FOUND },
  setRules: {
    who: 'the owner and admins',
    arrange: ofCompany({ poNumber: 'required', costCentres: [], approvals: [] }),
    others: NOT_FOUND,
  },
  listInvitations: { who: 'the owner and admins', arrange: ofCompany(), others: NOT_FOUND },
  invite: {
    who: 'the owner and admins',
    arrange: (stage) => ofCompany(newColleague())(stage),
    others: NOT_FOUND,
  },
  withdrawInvitation: {
    who: 'the owner and admins',
    arrange: async (stage) => ({ params: await invited(stage) }),
    others: NOT_FOUND,
  },
  listPartNumbers: { who: 'the owner and staff', arrange: ofCompany(), others: NOT_FOUND },
  setPartNumbers: { who: 'the owner and staff', arrange: ofCompany({ numbers: [] }), others: NOT_FOUND },
  readPartNumbersEffect: {
    who: 'the owner and staff',
    arrange: ofCompany({ numbers: [] }),
    others: NOT_FOUND,
  },
  readInvitation: { who: 'everyone signed in', arrange: byLink },
  acceptInvitation: { who: 'everyone signed in', arrange: byLink },
};
