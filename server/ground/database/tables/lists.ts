import type { Generated } from 'kysely';

/** Carts and saved lists. */
export interface ListTables {
  lists: {
    id: string;
    /** Whose it is: of one person, acting for one buyer. `shared` lets colleagues in. */
    user_id: string;
    buyer_id: string;
    kind: 'cart' | 'saved';
    name: string;
    version: Generated<number>;
    boards: number | null;
    share_key: string | null;
    /** What other members of the company may do with it. */
    shared: 'read' | 'change' | null;
    line_count: Generated<number>;
    bytes: Generated<number>;
    created_at: Generated<Date>;
    changed_at: Generated<Date>;
  };
  list_lines: {
    list_id: string;
    id: string;
    position: number;
    product_id: string | null;
    raw: string | null;
    quantity: number | null;
    customer_ref: string | null;
    designators: string | null;
    per_board: number | null;
    attrition: string | null;
    leader: number | null;
    receipt_date: string | null;
    bytes: Generated<number>;
  };
  /** Cart lines that were ordered, so that no device brings them back. */
  placed_list_lines: { user_id: string; line_id: string; placed_at: Generated<Date> };
}
