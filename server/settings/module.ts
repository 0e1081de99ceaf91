import type { Module } from '../module.ts';
import type { Settings } from './settings.ts';

/** What the owner of the shop sets. The other modules read it when they are used, so it is opened first. */
export const settings: Module<never, { settings: Settings }> = {
  name: 'settings',
  async open({ settings }) {
    await settings.open();
    return { handlers: {}, pageVersion: () => settings.version, close: () => settings.close() };
  },
};
