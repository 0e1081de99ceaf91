import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useController } from 'react-hook-form';
import type { Category } from '#contract/categories/schema.ts';
import { countOf } from '#contract/kernel/money.ts';
import type { ProductChange, StockedProduct } from '#contract/products/schema.ts';
import { callApi } from '../../../api.ts';
import { ApiProblem } from '../../../api-problem.ts';
import { SubmitButton } from '../../../ui/action-button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import { OnDemand } from '../../../ui/on-demand.tsx';
import { useSubmit } from '../../../ui/use-submit.ts';
import { RestoredNote } from '../kit/restored-note.tsx';
import { AttachmentsField } from './attachments-field.tsx';
import { AttributeFields } from './attribute-fields.tsx';
import { differences, type FieldPath, pick, toSend } from './changes.ts';
import { fieldNames, focusField, inOrder, type WrongField, wrongFields } from './errors.ts';
import { FormSection } from './form-section.tsx';
import { IdentitySection } from './identity-section.tsx';
import { ImageField } from './image-field.tsx';
import { labelOf, SECTIONS } from './labels.ts';
import { MorePicturesField } from './more-pictures-field.tsx';
import { PriceSection } from './price-section.tsx';
import { SubstitutesField } from './substitutes-field.tsx';
import { useProductForm } from './use-product-form.ts';
import type { ProductValues } from './values.ts';

/** Rarely needed: loaded with the first answer that says so. */
const loadChangedMeanwhile = () => import('./changed-meanwhile.tsx');

interface Props {
  categories: Category[];
  /** The product to change, as it is now; a new one without it. */
  product?: StockedProduct;
  /** What a new product begins with. */
  initial?: ProductValues;
  /** The name of the draft in this tab. */
  draftId: string;
  /** The word on the button. */
  action: string;
  /** Sends the changed fields; throws when the server refuses. */
  send: (typed: ProductChange, idempotencyKey: string) => Promise<void>;
  /** Reads the product again, when somebody else has changed it. */
  reload?: () => Promise<StockedProduct>;
  onSaved: () => void;
}

/** The form that adds or changes a product. What was typed stays through errors, reloads and changes by others. */
export function ProductForm({ categories, product, initial, draftId, action, ...calls }: Props) {
  const state = useProductForm({ product, initial, categories, draftId });
  const { form, values, unsaved, news, attributes } = state;
  const { register, control, formState, setValue } = form;
  const { errors, isSubmitting, submitCount } = formState;
  const element = useRef<HTMLFormElement>(null);
  const inUse = useValuesInUse(values.category);
  const wrong = inOrder(wrongFields(errors));

  // Once for each attempt.
  useEffect(() => {
    if (submitCount > 0 && element.current) focusField(element.current);
  }, [submitCount]);

  const fields = fieldNames(values, attributes);
  const { submit, refusal, setRefusal } = useSubmit(form, fields, async (input, idempotencyKey) => {
    const names = toSend(differences(state.base.values, form.getValues()));
    const change = Object.fromEntries(Object.entries(input).filter(([name]) => names.has(name)));
    try {
      const { revision } = state.base;
      if (names.size > 0) await calls.send({ ...change, ...(revision && { revision }) }, idempotencyKey);
    } catch (error) {
      const isBehind = error instanceof ApiProblem && error.code === 'changed_meanwhile';
      if (!isBehind || !calls.reload) throw error;
      // Nothing is left when the answer to an earlier attempt was lost.
      if (state.take(await calls.reload()).length > 0) {
        setRefusal({ message: 'Not saved yet: look at what is new above, then save again.' });
        return;
      }
    }
    state.settle();
    calls.onSaved();
  });

  function choose(path: FieldPath, from: ProductValues) {
    const value = pick(from, [path])[path];
    setValue(path as 'name', value as string, { shouldDirty: true, shouldValidate: submitCount > 0 });
  }

  const change = <F extends 'attachments' | 'substitutes'>(field: F, value: ProductValues[F]) =>
    setValue(field, value as never, { shouldDirty: true, shouldValidate: submitCount > 0 });

  const nameOf = (path: string) => labelOf(path, attributes);
  const onSessionEnded = () => setRefusal({ message: 'Your session has ended.', signedOut: true });
  const image = useController({ name: 'image', control });
  const category = categories.find(({ slug }) => slug === values.category);

  return (
    <div className="product-form">
      <SectionNav wrong={wrong.map(({ path }) => path)} />
      <form method="post" ref={element} noValidate onSubmit={submit} className="grid min-w-0 gap-4">
        {news && (
          <OnDemand
            load={loadChangedMeanwhile}
            what="what somebody else has changed of this product"
            onClose={state.dismissNews}
          >
            {({ ChangedMeanwhile }) => (
              <ChangedMeanwhile
                key={news.id}
                news={news}
                categories={categories}
                onChoose={choose}
                onClose={() => {
                  state.dismissNews();
                  if (element.current) focusField(element.current, 'name');
                }}
              />
            )}
          </OnDemand>
        )}
        {state.isRestored && !news && unsaved.length > 0 && <RestoredNote onDiscard={state.discard} />}
        <ErrorSummary
          wrong={submitCount > 0 ? wrong : []}
          labelOf={nameOf}
          onFocus={(path) => element.current && focusField(element.current, path)}
        />

        <IdentitySection
          categories={categories}
          makers={inUse.makers}
          isNew={!product}
          register={register}
          errors={errors}
        />

        <PriceSection control={control} register={register} errors={errors} />

        <FormSection
          id="attributes"
          hint={
            category &&
            attributes.length > 0 &&
            `Those of ${category.name}. Leave empty what you do not know.`
          }
        >
          <AttributeFields
            attributes={category && attributes}
            inUse={inUse.values}
            register={register}
            errors={errors}
          />
        </FormSection>

        <FormSection id="pictures-and-files">
          <ImageField
            image={values.image}
            inputRef={image.field.ref}
            error={errors.image?.message}
            onUploaded={(url) => setValue('image', url, { shouldValidate: true, shouldDirty: true })}
            onSessionEnded={onSessionEnded}
          />
          <MorePicturesField
            images={values.moreImages}
            error={errors.moreImages?.message ?? errors.moreImages?.root?.message}
            onChange={(images) => setValue('moreImages', images, { shouldDirty: true })}
            onSessionEnded={onSessionEnded}
          />
          <AttachmentsField
            attachments={values.attachments}
            errors={errors.attachments}
            onChange={(attachments) => change('attachments', attachments)}
            onSessionEnded={onSessionEnded}
          />
        </FormSection>

        <FormSection
          id="substitutes"
          hint="Parts that buyers can take instead, when this one is short or gone."
        >
          <SubstitutesField
            substitutes={values.substitutes}
            own={product?._id}
            errors={errors.substitutes}
            onChange={(substitutes) => change('substitutes', substitutes)}
          />
        </FormSection>

        <div className="save-bar">
          <SubmitButton busy={isSubmitting}>{action}</SubmitButton>
          <p className="text-muted text-sm">{stateOf(unsaved.length, submitCount > 0 ? wrong.length : 0)}</p>
          <FormProblem problem={refusal} attempt={submitCount} />
        </div>
      </form>
      <LeaveGuard unsaved={unsaved.length} isSettled={state.isSettled} isKept />
    </div>
  );
}

/** What the save bar says beside its button. */
function stateOf(unsaved: number, wrong: number): string {
  if (wrong > 0) return countOf(wrong, 'field needs another look', 'fields need another look');
  if (unsaved === 0) return 'No changes';
  return countOf(unsaved, 'field not saved', 'fields not saved');
}

interface SummaryProps {
  wrong: WrongField[];
  labelOf: (path: string) => string;
  onFocus: (path: string) => void;
}

/** All wrong fields, when there are several: each entry leads to its field. */
function ErrorSummary({ wrong, labelOf, onFocus }: SummaryProps) {
  if (wrong.length < 2) return null;
  return (
    <section className="form-notice form-notice-error" aria-label="What to fix">
      <p className="font-medium">{wrong.length} fields need another look</p>
      <ul className="grid gap-1 text-sm">
        {wrong.map(({ path, message }) => (
          <li key={path}>
            <button type="button" className="text-link min-h-6 text-start" onClick={() => onFocus(path)}>
              {labelOf(path)}: {message}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What products of a category can be narrowed by; of all products without one. */
const facetsOf = (category: string) =>
  queryOptions({
    queryKey: ['products', 'facets of category', category],
    queryFn: ({ signal }) => callApi('getFacets', { query: category ? { category } : {} }, { signal }),
  });

interface InUse {
  makers: string[];
  /** Texts by the key of their attribute. */
  values: Record<string, string[]>;
}

/** Returns the makers and the values of attributes that products of a category have; nothing while they load. */
function useValuesInUse(category: string): InUse {
  const { data } = useQuery({ ...facetsOf(category), placeholderData: keepPreviousData });
  const { makers = [], facets = [] } = data ?? {};
  const choices = facets.filter(({ kind }) => kind === 'choice');
  return {
    makers: makers.map(({ value }) => value),
    values: Object.fromEntries(
      choices.map(({ key, values = [] }) => [key, values.map(({ value }) => String(value))]),
    ),
  };
}

/** The contents of the form beside it, on wide screens, with the number of wrong fields in each section. */
function SectionNav({ wrong }: { wrong: readonly string[] }) {
  return (
    <nav aria-label="Sections of the form" className="section-nav">
      <ul>
        {SECTIONS.map(({ id, title, fields }) => {
          const count = wrong.filter((path) => fields.some((field) => field === path.split('.')[0])).length;
          return (
            <li key={id}>
              <a
                href={`#${id}`}
                onClick={(event) => {
                  event.preventDefault();
                  const heading = document.getElementById(id);
                  heading?.scrollIntoView({ block: 'start' });
                  heading?.focus({ preventScroll: true });
                }}
              >
                {title}
                {count > 0 && (
                  <span className="badge badge-error badge-sm num ms-2">
                    {count}
                    <span className="sr-only"> wrong</span>
                  </span>
                )}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
