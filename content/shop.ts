/** Words on every page. The page appends nothing: edit freely. */

export const footer = {
  claim: 'Computer parts for businesses, in quantity, since 1992.',
};
