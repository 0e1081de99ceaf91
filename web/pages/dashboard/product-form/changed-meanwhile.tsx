import type { Category } from '#contract/categories/schema.ts';
import { ChangedNotice } from '../changed-notice.tsx';
import type { FieldPath } from './changes.ts';
import { labelOf, wordsOfValue } from './labels.ts';
import type { News } from './use-product-form.ts';
import type { ProductValues } from './values.ts';

interface Props {
  news: News;
  categories: Category[];
  /** Puts the field's value of `from` into the form. */
  onChoose: (path: FieldPath, from: ProductValues) => void;
  onClose: () => void;
}

/** What somebody else has changed of the product. */
export function ChangedMeanwhile({ news, categories, onChoose, onClose }: Props) {
  const { taken, conflicts, mine, theirs } = news;
  const known = categories.find(({ slug }) => slug === theirs.category)?.attributes ?? [];
  const words = (path: FieldPath, values: ProductValues) => wordsOfValue(path, values, categories);
  return (
    <ChangedNotice
      what="this product"
      conflicts={conflicts.map((path) => ({
        path,
        label: labelOf(path, known),
        theirs: words(path, theirs),
        mine: words(path, mine),
      }))}
      taken={taken.map((path) => ({ path, label: labelOf(path, known), value: words(path, theirs) }))}
      onChoose={(path, isTheirs) => onChoose(path as FieldPath, isTheirs ? theirs : mine)}
      onClose={onClose}
    />
  );
}
