/** The figures of days that are over (decision 31). */
export interface DeskTables {
  shop_days: {
    zone: string;
    day: string;
    placed: number;
    paid: number;
    revenue_cents: number;
    pieces: number;
    new_buyers: number;
    expired: number;
    sold_out: number;
  };
  shop_day_parts: { zone: string; day: string; product_id: string; pieces: number; cents: number };
}
