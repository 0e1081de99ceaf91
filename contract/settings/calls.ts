import { z } from 'zod';
import { callsOf } from '../kernel/call.ts';
import { ModifiedSchema } from '../kernel/fields.ts';
import {
  PageContentSchema,
  SECTION_BYTES,
  SettingChangeSchema,
  SettingsSchema,
  SettingVersionSchema,
} from './schema.ts';

const call = callsOf('Shop');

/** The calls about what the owner of the shop sets. */
export const settingCalls = {
  getSettings: call('GET /settings', {
    may: 'settings.read',
    summary: 'What the owner sets, a section each, and as it is by default',
    output: SettingsSchema,
  }),
  changeSetting: call('PUT /settings/:section', {
    may: 'settings.change',
    summary: 'Save a section as a whole, or take it back to what it is by default',
    body: SettingChangeSchema,
    // Escaped in JSON a text may be longer.
    bodyBytes: 4 * SECTION_BYTES,
    output: ModifiedSchema,
    refuses: ['changed_meanwhile', 'not_found'],
  }),
  listSettingVersions: call('GET /settings/:section/versions', {
    may: 'settings.read',
    summary: 'The last versions of a section, newest first: who saved them, and what they changed',
    output: z.array(SettingVersionSchema),
    refuses: ['not_found'],
  }),
  getContent: call('GET /contents/:page', {
    may: 'anyone',
    summary: 'What the owner says on the page `home`, `portfolio` or `blog`',
    output: PageContentSchema,
    refuses: ['not_found'],
  }),
};
