import type { ColumnType, Generated } from 'kysely';

/** Price lists, the groups of buyers, and whose lists count. */
export interface PriceListTables {
  price_lists: {
    id: string;
    name: string;
    currency: Generated<string>;
    /** First and last day, in the shop's time zone. */
    valid_from: string | null;
    valid_to: string | null;
    /** A `numeric`, which is read as text. */
    minus_percent: ColumnType<string | null, number | null, number | null>;
    parts: Generated<number>;
    version: Generated<number>;
    created_by: string;
    created_at: Generated<Date>;
  };
  price_list_lines: {
    list_id: string;
    product_id: string;
    price_micros: number;
    break_from: Generated<number[]>;
    break_micros: Generated<number[]>;
  };
  price_list_changes: {
    id: string;
    list_id: string;
    priced: number;
    removed: number;
    minus_was: ColumnType<string | null, number | undefined, never>;
    minus_became: ColumnType<string | null, number | undefined, never>;
    created_at: Generated<Date>;
    undone_at: Generated<Date | null>;
    /** Of an undo. */
    undo_of: Generated<string | null>;
    undo_by: Generated<string | null>;
  };
  price_list_replaced: { change_id: string; product_id: string; was: unknown; became: unknown };
  buyer_groups: { id: string; name: string; created_at: Generated<Date>; lists_version: Generated<number> };
  buyer_price_lists: { buyer_id: string; position: number; list_id: string };
  group_price_lists: { group_id: string; position: number; list_id: string };
}
