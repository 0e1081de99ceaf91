import type { Guard } from './guard.ts';

const SETTINGS = ['server/settings/settings.test.ts'];

/** The guards around what the owner of the shop sets. */
export const settingGuards: Guard[] = [
  {
    name: 'a time zone is one that the database knows',
    file: 'server/settings/queries.ts',
    code: "  if (rows.length === 0) throw invalidInput([fieldError('value.timeZone', 'time_zone')]);\n",
    without: '',
    tests: SETTINGS,
  },
  {
    name: 'a process hears of settings that another one has changed',
    file: 'server/settings/settings.ts',
    code: '    this.#listener = listen(this.#database.pool, CHANNEL, refresh, refresh);\n',
    without: '',
    tests: SETTINGS,
  },
  {
    name: 'a section is saved over the revision that its change is based on',
    file: 'server/settings/queries.ts',
    code: '::int = coalesce((select max(revision)',
    without: '::int >= 0 or 0 = coalesce((select max(revision)',
    tests: SETTINGS,
  },
  {
    name: 'of two changes of a section at once one is refused',
    file: 'server/settings/queries.ts',
    code: '    on conflict do nothing\n',
    without: '',
    tests: SETTINGS,
  },
  {
    name: 'the texts of a section are bounded together',
    file: 'server/settings/routes.ts',
    code: 'Buffer.byteLength(JSON.stringify(data)) > SECTION_BYTES',
    without: 'false',
    tests: SETTINGS,
  },
  {
    name: 'versions of a section do not pile up',
    file: 'server/settings/queries.ts',
    code: ' and revision <= ',
    without: ' and false and revision <= ',
    tests: SETTINGS,
  },
  {
    name: 'a setting has as many levels as what reads it may call itself',
    file: 'contract/settings.ts',
    code: "    .refine(isShallow, say('setting_value'))\n",
    without: '',
    tests: SETTINGS,
  },
];
