/** Words on every page, until the settings page (/dashboard/settings) has saved others. The page appends nothing: edit freely. */

/**
 * Who sells: on every receipt, invoice and credit note, and under every mail. Invoices keep these facts as they were when they
 * were issued: a change counts for those that are issued after the next start.
 */
export const seller = {
  name: 'Northbridge',
  legalName: 'Northbridge Example, Inc.',
  address: ['1 Harbor Way', 'Oakland, CA 94607', 'United States'],
  email: 'orders@northbridge.example',
  taxId: 'EIN 00-0000000',
  /** Where the company is registered. */
  registration: 'California corporation no. 0000000',
  /** The bank account, a line each. */
  bank: ['Example Bank, N.A.', 'Routing 000000000', 'Account 0000000000'],
  /** What invoices and confirmations say of taxes, under the total. */
  taxNote: 'No sales tax was charged. The buyer reports use tax where it is due.',
};

export const footer = {
  claim: 'Computer parts for businesses, in quantity, since 1992.',
};

/** Where the shop's days begin and end: a name of the IANA's, such as 'Europe/Berlin'. Figures and lists for staff count by these days. */
export const timeZone = 'UTC';

/**
 * Days within which a paid order leaves: with 2, one that was paid on Monday is overdue from Thursday on. Staff see it; buyers are
 * not told.
 */
export const shipWithinDays = 2;

/** The language in which products are named and described (BCP 47): browsers hyphenate and read aloud by it. */
export const catalogueLanguage = 'en';
