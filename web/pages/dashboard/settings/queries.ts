import type { QueryClient } from '@tanstack/react-query';
import type { Section } from '#contract/settings/schema.ts';
import { config, takeSettings } from '../../../config.ts';
import { userQuery } from '../../../user-query.ts';

export const settings = userQuery(['settings'], 'getSettings', {}, { staleTime: 0 });

/** The last versions of a section. The key is under that of the settings: what changes one changes the other. */
export const versions = (section: Section) =>
  userQuery(
    ['settings', 'versions', section],
    'listSettingVersions',
    { params: { section } },
    { staleTime: 0 },
  );

/** Fetches again what pages show of the settings. */
export async function showSaved(client: QueryClient): Promise<void> {
  client.invalidateQueries({ queryKey: ['content'] });
  await client.invalidateQueries({ queryKey: ['settings'] });
  await client.refetchQueries({ queryKey: config.queryKey });
  takeSettings(client.getQueryData(config.queryKey));
}
