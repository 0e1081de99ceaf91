import { useEffect, useRef, useState } from 'react';
import { type FieldErrors, useForm } from 'react-hook-form';
import type { Category } from '#contract/categories/schema.ts';
import { fieldWords } from '#contract/kernel/field-words.ts';
import { priceError } from '#contract/products/minimum.ts';
import {
  type NewProduct,
  NewProductSchema,
  ProductFieldsSchema,
  type StockedProduct,
} from '#contract/products/schema.ts';
import { resolverOf } from '../../../ui/form-resolver.ts';
import { openDrafts } from '../kit/drafts.ts';
import { differences, type FieldPath, pick, rebase, type SomeFields, withFields } from './changes.ts';
import { labelOfAttribute } from './labels.ts';
import { inputOf, NEW_PRODUCT, type ProductValues, unreadable, valuesOf } from './values.ts';

/** What somebody else has changed meanwhile. */
export interface News {
  /** Counts, so that each has its own place on the page. */
  id: number;
  taken: FieldPath[];
  conflicts: FieldPath[];
  mine: ProductValues;
  theirs: ProductValues;
}

interface Options {
  product: StockedProduct | undefined;
  initial: ProductValues | undefined;
  categories: Category[];
  draftId: string;
}

/**
 * The state of the product form: what was typed, what it is based on, and the draft in this tab. A change by somebody else becomes
 * the new base, and what was typed stays.
 */
export function useProductForm({ product, initial, categories, draftId }: Options) {
  const [start] = useState(() => begin(product ? valuesOf(product) : NEW_PRODUCT, initial, draftId));
  const [base, setBase] = useState({ values: start.base, revision: product?.revision });
  const [news, setNews] = useState<News | undefined>(start.news);
  const [isRestored, setRestored] = useState(start.isRestored);
  const isSaved = useRef(false);

  const attributesOf = ({ category }: ProductValues) =>
    categories.find(({ slug }) => slug === category)?.attributes ?? [];

  const form = useForm<ProductValues, unknown, NewProduct>({
    defaultValues: start.values,
    // The first wrong field in the document gets the focus: fields of attributes come and go.
    shouldFocusError: false,
    resolver: async (values, context, options) => {
      // A product that is already above the card limit may be restocked or renamed; the server checks price changes.
      const schema = product && priceError(product) ? ProductFieldsSchema : NewProductSchema;
      const known = attributesOf(values);
      const input = inputOf(values, known);
      // Only a new product gets a SKU when it has none.
      if (product) input.sku = values.sku;
      const result = await resolverOf(schema)(input, context, options as never);
      const errors = result.errors as FieldErrors<ProductValues>;
      for (const { field, message } of unreadable(values)) if (errors[field]) errors[field].message = message;
      for (const attribute of known) {
        const wrong = errors.attributes?.[attribute.key];
        if (wrong && Number.isNaN(input.attributes?.[attribute.key]))
          wrong.message = fieldWords.attribute_kind({ key: labelOfAttribute(attribute), kind: 'number' });
      }
      return result as never;
    },
  });
  const values = form.watch();
  const unsaved = differences(base.values, values);

  useEffect(() => {
    if (isSaved.current) return;
    const draft = { base: pick(base.values, unsaved), typed: pick(values, unsaved) };
    productDrafts.set(draftId, unsaved.length > 0 ? draft : undefined);
  });

  /** Makes the product as it is now the base of what was typed. Returns the fields that are still to be saved. */
  function take(now: StockedProduct): FieldPath[] {
    const theirs = valuesOf(now);
    const mine = form.getValues();
    const { values: merged, taken, conflicts } = rebase(base.values, mine, theirs);
    setBase({ values: theirs, revision: now.revision });
    form.reset(merged);
    if (taken.length + conflicts.length > 0)
      setNews((before) => ({ id: (before?.id ?? 0) + 1, taken, conflicts, mine, theirs }));
    return differences(theirs, merged);
  }

  // The page has read the product again, as it does when somebody comes back to the window.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another revision is news
  useEffect(() => {
    if (product && product.revision > base.revision! && !isSaved.current) take(product);
  }, [product?.revision]);

  return {
    form,
    values,
    base,
    unsaved,
    news,
    take,
    attributes: attributesOf(values),
    dismissNews: () => setNews(undefined),
    /** Whether the form began with a draft. */
    isRestored,
    discard() {
      form.reset(base.values);
      setRestored(false);
      setNews(undefined);
    },
    /** Removes the draft: nothing is left to save. */
    settle() {
      isSaved.current = true;
      productDrafts.set(draftId, undefined);
    },
    isSettled: () => isSaved.current,
  };
}

/** Returns what a form begins with: the product, what it is a copy of, or a draft. */
function begin(now: ProductValues, initial: ProductValues | undefined, draftId: string) {
  const draft = productDrafts.get(draftId);
  if (!draft) return { base: now, values: initial ?? now, isRestored: false, news: undefined };
  const mine = withFields(now, draft.typed);
  const { values, taken, conflicts } = rebase(withFields(now, draft.base), mine, now);
  const news = conflicts.length > 0 ? { id: 1, taken, conflicts, mine, theirs: now } : undefined;
  return { base: now, values, isRestored: true, news };
}

/** By the id of the product; a new one has the id of the form that adds it. All fields at their limits fit. */
const productDrafts = openDrafts<SomeFields>('product drafts', 60_000);
