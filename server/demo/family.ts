import type { AttributeValue } from '#contract/product-facts.ts';

/** The picture of parts of whose shape there is none. */
export const NO_PICTURE = 'no-picture';

/** What a family says of one of its parts. Stock, price breaks, lead time and lifecycle are drawn (`generate.ts`). */
export interface FamilyPart {
  sku: string;
  maker: string;
  mpn: string;
  name: string;
  shortDetails: string;
  attributes: Record<string, AttributeValue>;
  /** Dollars a piece, roughly. */
  price: number;
  weightGrams: number;
  /** Name of its picture, where its family's does not show it. */
  picture?: string;
}

/** Parts that differ in a few digits of their numbers: product lines of several makers, each line with the same members. */
export interface Family {
  category: string;
  /** Name of the picture that they share. */
  picture: string;
  /** How many of a hundred parts are of this family. */
  share: number;
  package: { name: string; pieces: number };
  /** Whether it is sold in whole packages only. */
  wholePackages: boolean;
  /** The number of product lines, and of the parts in each. */
  lines: number;
  members: number;
  part(line: number, member: number): FamilyPart;
}

/** Named lists of values; each combination of one of each is a line, or a member of each line. */
type Axes = Record<string, readonly unknown[]>;
type Chosen<A extends Axes> = { [Axis in keyof A]: A[Axis][number] };

/** Makes a family of its axes. The first axis changes first. */
export function family<const L extends Axes, const M extends Axes>({
  lines,
  members,
  part,
  wholePackages = false,
  ...rest
}: Pick<Family, 'category' | 'picture' | 'share' | 'package'> & {
  lines: L;
  members: M;
  wholePackages?: boolean;
  part(chosen: Chosen<L> & Chosen<M>): FamilyPart;
}): Family {
  return {
    ...rest,
    wholePackages,
    lines: sizeOf(lines),
    members: sizeOf(members),
    part: (line, member) => part({ ...choose(lines, line), ...choose(members, member) }),
  };
}

const sizeOf = (axes: Axes) => Object.values(axes).reduce((size, values) => size * values.length, 1);

function choose<A extends Axes>(axes: A, place: number): Chosen<A> {
  let rest = place;
  const chosen: Record<string, unknown> = {};
  for (const [axis, values] of Object.entries(axes)) {
    chosen[axis] = values[rest % values.length];
    rest = Math.floor(rest / values.length);
  }
  return chosen as Chosen<A>;
}

/** Makers of generated parts, with the beginning of their numbers. */
export const MAKERS = [
  { maker: 'Northbridge', code: 'NB' },
  { maker: 'Kestrion', code: 'KS' },
  { maker: 'Valtera', code: 'VT' },
  { maker: 'Odrin', code: 'OD' },
  { maker: 'Quillon', code: 'QL' },
  { maker: 'Tarvos', code: 'TV' },
  { maker: 'Hexwell', code: 'HX' },
  { maker: 'Brannick', code: 'BR' },
  { maker: 'Lumora', code: 'LM' },
  { maker: 'Corvane', code: 'CV' },
] as const;

/** Letters of a series: later ones are made later. */
export const letters = (count: number) => Array.from('ABCDEFGHJKLMNPQRSTUVWXYZ').slice(0, count);
