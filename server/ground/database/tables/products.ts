import type { ColumnType, Generated } from 'kysely';
import type { Attribute } from '#contract/categories/schema.ts';
import type { Attachment } from '#contract/files/schema.ts';
import type { AttributeValue, Lifecycle } from '#contract/products/product-facts.ts';
import type { Substitute } from '#contract/products/substitutes.ts';

/** Categories, products, and goods expected from suppliers. */
export interface ProductTables {
  categories: {
    id: string;
    slug: string;
    name: string;
    parent_id: string | null;
    attributes: ColumnType<Attribute[], string, string>;
    created_at: Generated<Date>;
    version: Generated<number>;
  };
  products: {
    id: string;
    name: string;
    image: string;
    short_details: string;
    min_order: number;
    available: number;
    price_micros: number;
    currency: ColumnType<string, never, never>;
    multiple: Generated<number>;
    break_from: Generated<number[]>;
    break_micros: Generated<number[]>;
    sku: Generated<string>;
    maker: string | null;
    mpn: string | null;
    ean: string | null;
    reorder_point: number | null;
    bin: string | null;
    category_id: string | null;
    attributes: Generated<Record<string, AttributeValue>>;
    package_name: string | null;
    package_pieces: number | null;
    lead_days: number | null;
    lifecycle: Generated<Lifecycle>;
    weight_grams: number | null;
    more_images: Generated<string[]>;
    attachments: ColumnType<Attachment[], string | undefined, string>;
    substitutes: ColumnType<Substitute[], string | undefined, string>;
    /** Counts all changes of the row, also those of its stock by orders. */
    revision: Generated<number>;
    /** Counts changes by admins: the `revision` of the contract. */
    edition: Generated<number>;
    changed_at: Generated<Date>;
    created_at: Generated<Date>;
    removed_at: Date | null;
  };
  /** Goods that are expected from suppliers. */
  receipts: {
    id: string;
    product_id: string;
    due_on: string;
    quantity: number;
    promised: Generated<number>;
    arrived: Generated<number>;
    revision: Generated<number>;
    created_at: Generated<Date>;
    closed_at: Date | null;
  };
}
