import type { Database } from '../ground/database/client.ts';
import type { Module } from '../ground/module.ts';
import { type SettingCalls, settingHandlers } from './routes.ts';
import type { Settings } from './settings.ts';

/** What the owner of the shop sets. The other modules read it when they are used, so it is opened first. */
export const settings: Module<SettingCalls, { database: Database; settings: Settings }> = {
  name: 'settings',
  events: { settings_changed: [] },
  async open({ database, settings }) {
    await settings.open();
    return {
      handlers: settingHandlers(database, settings),
      pageVersion: () => settings.version,
      close: () => settings.close(),
    };
  },
};
