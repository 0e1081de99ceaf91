/** Words on every page. The page appends nothing: edit freely. */

/** Who sells: on every receipt and under every mail. */
export const seller = {
  name: 'Northbridge',
  address: ['1 Harbor Way', 'Oakland, CA 94607', 'United States'],
  email: 'orders@northbridge.example',
  taxId: 'EIN 00-0000000',
};

export const footer = {
  claim: 'Computer parts for businesses, in quantity, since 1992.',
};

/** The language in which products are named and described (BCP 47): browsers hyphenate and read aloud by it. */
export const catalogueLanguage = 'en';
