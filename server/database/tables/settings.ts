import type { Generated } from 'kysely';

/** What the owner of the shop sets. */
export interface SettingTables {
  shop_settings: {
    section: string;
    revision: number;
    /** Null: as content/ and the environment say. */
    value: unknown;
    saved_at: Generated<Date>;
    saved_by: string;
  };
}
