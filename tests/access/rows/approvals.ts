import type { ApprovalCalls } from '../../../server/orders/purchase-routes.ts';
import { NOT_FOUND, type Rows, type Sound, type Stage } from '../row.ts';

/** A purchase of the customer's buyer that somebody else has placed, and the customer may approve. */
async function askedOf({ shop, till, customer }: Stage): Promise<Sound> {
  const { id: orderId } = await till.place(customer);
  const { pool } = shop.database;
  const { rows } = await pool.query(
    `with purchase as (
      update purchases set user_id = null, state = 'asked', asked_at = now(),
        approvals = '[{"reason":"above","by":{"role":"admin"},"count":1}]'
      where id = (select purchase_id from orders where id = $1) returning id, buyer_id
    ), member as (
      insert into members (buyer_id, user_id, roles)
      select buyer_id, (select id from users where email = $2), '{admin}' from purchase on conflict do nothing
    )
    select id from purchase`,
    [orderId, customer.email],
  );
  const { id } = rows[0];
  const { body: waiting } = await shop.call('GET /approvals', { token: customer.token });
  const { revision, hash } = waiting.find(({ _id }: { _id: string }) => _id === id);
  return { params: { id }, body: { revision, hash, verdict: 'approve' } };
}

export const approvalRows: Rows<ApprovalCalls> = {
  listApprovals: { who: 'everyone signed in' },
  decideApproval: { who: 'the owner', arrange: askedOf, others: NOT_FOUND },
};
