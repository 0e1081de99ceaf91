import { CARD_LIMIT_CENTS, formatCents, formatCount } from './money.ts';

export const CARD_LIMIT = formatCents(CARD_LIMIT_CENTS);

/** The messages of quantities that cannot be ordered, by their codes: the only ones of fieldWords that every page needs. */
export const quantityWords = {
  too_few: (..._: [{ least: number }?]) => 'Please Enter Minimum Quantity.',
  too_many: (..._: [{ available: number }?]) => "Enter a Valid Quantity (within 'Available Products').",
  not_multiple: ({ multiple, below, above }: { multiple: number; below?: number; above?: number }) => {
    const nearest = [below, above].filter((quantity) => quantity !== undefined).map(formatCount);
    const rule = `Sold in multiples of ${formatCount(multiple)}.`;
    return nearest.length > 0 ? `${rule} Order ${nearest.join(' or ')}.` : rule;
  },
  no_number: () => 'The quantity is a number of pieces, such as 1,000.',
  whole_pieces: () => 'Parts are sold in whole pieces.',
  /** `most` in dollars. */
  over_card_limit: (..._: [{ most: number }?]) =>
    `A total above ${CARD_LIMIT} cannot be charged by card. Split it into smaller orders.`,
};
