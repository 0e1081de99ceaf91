import { blog, entries } from '#content/blog.ts';
import { banners, newsletter, searches, summary, verification } from '#content/home.ts';
import { education, portfolio, projects } from '#content/portfolio.ts';
import { footer, seller, shipWithinDays, timeZone } from '#content/shop.ts';
import { readMessage } from '#contract/kernel/field-message.ts';
import { MIN_ORDER } from '#contract/products/minimum.ts';
import { SECTIONS, type SettingValues, sectionSchemas } from '#contract/settings/schema.ts';
import { EnvError } from '../ground/env/variables.ts';

/** What the environment says of settings. */
export interface SettingsOfEnv {
  /** `Northbridge <orders@example.com>`, or an address alone. */
  mailFrom: string;
  stockHoldMinutes: number;
}

/** Returns the settings as content/ and the environment say. Throws an EnvError for content that could not be saved as a setting. */
export function standardSettings({ mailFrom, stockHoldMinutes }: SettingsOfEnv): SettingValues {
  const values: SettingValues = {
    shop: { ...seller, claim: footer.claim },
    mail: senderOf(mailFrom),
    orders: { holdMinutes: stockHoldMinutes, smallestOrder: MIN_ORDER, shipWithinDays, timeZone },
    companies: { newCompanies: 'order' },
    home: { banners, searches, summary, verification, newsletter },
    portfolio: { ...portfolio, education, projects },
    blog: { ...blog, entries },
  };
  for (const section of SECTIONS) {
    const { error } = sectionSchemas[section].safeParse(values[section]);
    const [issue] = error?.issues ?? [];
    if (issue)
      throw new EnvError(
        `content/ or the environment: ${[section, ...issue.path].join('.')}: ${readMessage(issue.message).message}`,
      );
  }
  return values;
}

function senderOf(text: string): SettingValues['mail'] {
  const begin = text.lastIndexOf('<');
  if (begin < 0) return { name: '', address: text };
  const name = text.slice(0, begin).replaceAll('"', '').trim();
  return { name, address: text.slice(begin + 1, -1) };
}
