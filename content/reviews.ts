/** Sample reviews of an empty sandbox, oldest first, all under the demo buyer's name. */
export const sampleReviews: { ratings: '1' | '2' | '3' | '4' | '5'; description: string }[] = [
  {
    ratings: '4',
    description:
      'Trays arrived sealed and labeled by lot, which made goods-in quick. Delivery note and order matched.',
  },
  {
    ratings: '5',
    description:
      'Ordered 400 memory modules for a branch refresh. Stock shown was the stock shipped, and nothing had to be chased.',
  },
  {
    ratings: '5',
    description:
      'Clear minimum quantities and unit prices. From product page to paid order in under a minute.',
  },
  {
    ratings: '3',
    description:
      'Parts are as described. We would like part numbers on the delivery note as well as on the boxes.',
  },
];
