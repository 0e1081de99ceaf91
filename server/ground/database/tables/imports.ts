import type { ColumnType, Generated } from 'kysely';
import type { ColumnAsk, ImportOptions, ImportState, RowAction, RowStock } from '#contract/imports/schema.ts';

/** A category that an import is to make, or has made; `parent` is a slug. */
export interface StoredCategory {
  slug: string;
  name: string;
  parent?: string;
  isMade?: true;
}

/** Files of changes of products. */
export interface ImportTables {
  imports: {
    id: string;
    state: ImportState;
    name: string | null;
    who: string;
    applied_by: string | null;
    undone_by: string | null;
    columns: ColumnType<{ column: string; field?: string }[], string, string>;
    unknown: ColumnType<string[], string, string>;
    decimal: '.' | ',' | null;
    delimiter: string | null;
    options: ColumnType<ImportOptions | null, string | null, string>;
    asks: ColumnType<ColumnAsk[] | null, string | null, string>;
    new_categories: ColumnType<StoredCategory[] | null, string | null, string>;
    told_rows: Generated<number>;
    header_row: number | null;
    asks_decimal: ColumnType<{ row: number; column: string; value: string } | null, string | null, string>;
    size: number;
    done: Generated<number>;
    new_rows: Generated<number>;
    changed_rows: Generated<number>;
    same_rows: Generated<number>;
    error_rows: Generated<number>;
    left_rows: Generated<number>;
    kept_rows: Generated<number>;
    created_at: Generated<Date>;
    touched_at: Generated<Date>;
    applied_at: Date | null;
    undone_at: Date | null;
  };
  import_rows: {
    import_id: string;
    n: number;
    action: RowAction;
    sku: string | null;
    name: string | null;
    product_id: string | null;
    before: Record<string, unknown> | null;
    after: Record<string, unknown> | null;
    added: number | null;
    stock: RowStock | null;
    told: unknown;
    errors: unknown;
    cells: unknown;
    result: 'applied' | 'left' | 'undone' | 'partly' | 'kept' | null;
    left_why: string | null;
    left_fields: string[] | null;
  };
}
