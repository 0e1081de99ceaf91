import { fieldError } from '#contract/kernel/field-message.ts';
import type { settingCalls } from '#contract/settings/calls.ts';
import {
  PAGE_SECTIONS,
  type PageSection,
  SECTION_BYTES,
  SECTIONS,
  type Section,
  type SettingField,
  type SettingValues,
  type SettingVersion,
  sectionSchemas,
} from '#contract/settings/schema.ts';
import type { Database } from '../ground/database/client.ts';
import { transact } from '../ground/database/transact.ts';
import { requireKnownZone } from '../ground/days.ts';
import { toFieldErrors } from '../ground/handling/field-errors.ts';
import type { HandlersOf } from '../ground/handling/handler.ts';
import { invalidInput, notFound } from '../ground/handling/problem.ts';
import { recordEvent } from '../log/queries.ts';
import { insertVersion, listVersions, SHOWN_VERSIONS, type Version } from './queries.ts';
import type { Settings } from './settings.ts';

export type SettingCalls = keyof typeof settingCalls;

export function settingHandlers({ db }: Database, settings: Settings): HandlersOf<SettingCalls> {
  const sectionOf = <S extends Section>(section: S) => {
    const { revision, value } = settings.saved(section);
    const current: SettingValues[S] = settings.values[section];
    const standard: SettingValues[S] = settings.standard[section];
    return { revision, value: current, standard, isStandard: value === null };
  };

  return {
    async getSettings() {
      // Another process may have changed them a moment ago, and a change is based on what is answered here.
      await settings.refresh();
      return {
        shop: sectionOf('shop'),
        mail: sectionOf('mail'),
        orders: sectionOf('orders'),
        companies: sectionOf('companies'),
        home: sectionOf('home'),
        portfolio: sectionOf('portfolio'),
        blog: sectionOf('blog'),
      };
    },

    async changeSetting({ params, body: { revision, value }, caller }) {
      const section = requireSection(params.section);
      const checked = value && check(section, value);
      await transact(db, async (transaction) => {
        if (checked && 'timeZone' in checked)
          await requireKnownZone(transaction, checked.timeZone, 'value.timeZone');
        await insertVersion(transaction, section, { revision, value: checked }, caller.email);
        const [, before] = await listVersions(transaction, section);
        const changes = changesBetween(
          settings.valueOf(section, before?.value ?? null),
          settings.valueOf(section, checked),
        );
        const facts = { section, revision: revision + 1, isStandard: checked === null, changes };
        await recordEvent(transaction, { kind: 'settings_changed', actor: caller.email, facts });
      });
      await settings.refresh();
      return { modifiedCount: 1 };
    },

    async listSettingVersions({ params }) {
      const section = requireSection(params.section);
      const versions = await listVersions(db, section);
      const shown = versions.slice(0, SHOWN_VERSIONS);
      return shown.map((version, index) => toVersion(settings, section, version, versions[index + 1]));
    },

    getContent({ params: { page } }) {
      if (!isPageSection(page)) throw notFound('address');
      return settings.values[page];
    },
  };
}

function toVersion(settings: Settings, section: Section, version: Version, before?: Version): SettingVersion {
  const value = settings.valueOf(section, version.value);
  return {
    revision: version.revision,
    at: version.at.toISOString(),
    who: version.who,
    value,
    isStandard: version.value === null,
    // The first version changes the standard. What was before the oldest one that is kept is not known.
    changes:
      before || version.revision === 1
        ? changesBetween(settings.valueOf(section, before?.value ?? null), value)
        : [],
  };
}

function isPageSection(page: string): page is PageSection {
  return (PAGE_SECTIONS as readonly string[]).includes(page);
}

function requireSection(name: string): Section {
  const section = SECTIONS.find((one) => one === name);
  if (!section) throw notFound('address');
  return section;
}

/** Returns the value of a section as its schema has it. Throws 400 with the fields that are wrong. */
function check<S extends Section>(section: S, value: object): SettingValues[S] {
  const { data, error } = sectionSchemas[section].safeParse(value);
  if (error)
    throw invalidInput(toFieldErrors(error).map((wrong) => ({ ...wrong, field: `value.${wrong.field}` })));
  if (Buffer.byteLength(JSON.stringify(data)) > SECTION_BYTES)
    throw invalidInput([fieldError('value', 'setting_bytes', { most: SECTION_BYTES })]);
  return data as SettingValues[S];
}

/** Fields of a change that are told, and the letters of a value. */
const MOST_FIELDS = 30;
const MOST_LETTERS = 200;

/** Returns the fields that differ between two values of a section, such as `banners.1.title`. No more than the first 30. */
function changesBetween(before: object, after: object): SettingField[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((field) => was.get(field) !== is.get(field))
    .slice(0, MOST_FIELDS)
    .map((field) => ({ field, from: cut(was.get(field)), to: cut(is.get(field)) }));
}

/** The texts and numbers of a value by their paths. A list of texts is one text. */
function fieldsOf(value: object): Map<string, string> {
  const fields = new Map<string, string>();
  const add = (one: unknown, path: string) => {
    if (typeof one !== 'object' || one === null) fields.set(path, String(one ?? ''));
    else if (Array.isArray(one) && one.every((entry) => typeof entry === 'string'))
      fields.set(path, one.join(', '));
    else for (const [key, inner] of Object.entries(one)) add(inner, path === '' ? key : `${path}.${key}`);
  };
  add(value, '');
  return fields;
}

function cut(text = ''): string {
  if (text.length <= MOST_LETTERS) return text;
  // Not between the halves of a letter.
  return `${text
    .slice(0, MOST_LETTERS)
    .toWellFormed()
    .replace(/\uFFFD$/u, '')}…`;
}
