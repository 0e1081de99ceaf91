import type { SettingCalls } from '../../../server/settings/routes.ts';
import type { Rows } from '../row.ts';

export const settingRows: Rows<SettingCalls> = {
  getSettings: { who: 'admins' },
  changeSetting: {
    who: 'admins',
    async arrange({ shop }) {
      const sql = "select coalesce(max(revision), 0) as revision from shop_settings where section = 'blog'";
      const { rows } = await shop.database.pool.query(sql);
      return { params: { section: 'blog' }, body: { revision: rows[0].revision, value: null } };
    },
  },
  listSettingVersions: { who: 'admins', arrange: () => ({ params: { section: 'shop' } }) },
  getContent: { who: 'anyone', arrange: () => ({ params: { page: 'home' } }) },
};
