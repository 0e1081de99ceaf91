import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useFieldArray, useForm } from 'react-hook-form';
import { Link, useNavigate, useParams } from 'react-router';
import { slugsBelow } from '#contract/categories/category-tree.ts';
import {
  type Category,
  type CategoryCounts,
  type CategoryFields,
  CategoryFieldsSchema,
} from '#contract/categories/schema.ts';
import { categoryPath } from '#contract/kernel/addresses.ts';
import { countOf, formatCount } from '#contract/kernel/money.ts';
import type { PageHandle } from '#contract/pages.ts';
import { ApiProblem, statusOf } from '../../../api-problem.ts';
import { categories as categoriesQuery } from '../../../queries.ts';
import { SubmitButton } from '../../../ui/action-button.tsx';
import { ConfirmDialog } from '../../../ui/ask-dialog.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { resolverOf } from '../../../ui/form-resolver.ts';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSubmit } from '../../../ui/use-submit.ts';
import { callAsUser } from '../../../user-calls.ts';
import { userQuery } from '../../../user-query.ts';
import { NotFound } from '../../not-found.tsx';
import { focusField } from '../product-form/errors.ts';
import { AttributeRowFields } from './attribute-row.tsx';
import {
  type AttributeRow,
  type CategoryValues,
  inputOf,
  NEW_ATTRIBUTE,
  valuesOf,
} from './category-values.ts';
import { ParentField } from './parent-field.tsx';

export const handle: PageHandle = { title: 'Category', shape: 'section', may: 'category.change' };

/** How many products a category has, and how many have a value of each attribute. Its key is not a public one: staff alone may read it. */
const categoryCounts = (slug: string) =>
  // Products change on other pages, and what is removed depends on it.
  userQuery(['category counts', slug], 'countCategory', { params: { slug } }, { staleTime: 0 });

/** Renames or moves a category, and edits its attributes. */
export default function EditCategory() {
  const { slug = '' } = useParams();
  const all = useQuery({ ...categoriesQuery, staleTime: 0 });
  const counts = useQuery(categoryCounts(slug));
  const category = all.data?.find((one) => one.slug === slug);
  if (all.data && !category && statusOf(counts.error) === 404) return <NotFound />;
  return (
    <>
      <PageTitle>{category?.name ?? 'Category'}</PageTitle>
      <h1>{category?.name ?? 'Category'}</h1>
      <p className="mt-1 mb-5 flex flex-wrap gap-x-5 text-sm">
        <Link to="/dashboard/categories" className="text-link">
          Categories
        </Link>
        <Link to={categoryPath(slug)} className="text-link">
          {counts.data?.products === 1
            ? 'Its 1 product'
            : counts.data
              ? `Its ${formatCount(counts.data.products)} products`
              : 'Its products'}
        </Link>
      </p>
      <Loaded query={all} what="the category" shape="section">
        {(categories) => (
          <Loaded query={counts} what="its products" shape="section">
            {(counted) =>
              category && <Editor key={slug} category={category} categories={categories} counts={counted} />
            }
          </Loaded>
        )}
      </Loaded>
    </>
  );
}

interface EditorProps {
  category: Category;
  categories: Category[];
  counts: CategoryCounts;
}

function Editor({ category, categories, counts }: EditorProps) {
  const { slug } = category;
  const client = useQueryClient();
  const navigate = useNavigate();
  const [initial] = useState(() => valuesOf(category));
  /** What the next save is based on. */
  const [revision, setRevision] = useState(category.revision);
  const form = useForm<CategoryValues, unknown, CategoryFields>({
    defaultValues: initial,
    shouldFocusError: false,
    resolver: (values, context, options) =>
      resolverOf(CategoryFieldsSchema)(inputOf(values), context, options as never) as never,
  });
  const { control, watch } = form;
  const { errors, isSubmitting, submitCount } = form.formState;
  const rows = useFieldArray({ name: 'attributes', control, keyName: 'id' });
  const values = watch();
  const isChanged = JSON.stringify(inputOf(values)) !== JSON.stringify(inputOf(initial));
  const isSaved = useRef(false);
  const element = useRef<HTMLFormElement>(null);
  const [removing, setRemoving] = useState<number>();
  const [moved, setMoved] = useState<{ to: number; by: 'up' | 'down' }>();

  // Once for each attempt.
  useEffect(() => {
    if (submitCount > 0 && element.current) focusField(element.current);
  }, [submitCount]);

  // The pressed button has moved with its row; the browser may have taken the focus away.
  useEffect(() => {
    if (moved) element.current?.querySelector<HTMLElement>(`#move-${moved.by}-${moved.to}`)?.focus();
  }, [moved]);

  const fields = values.attributes.flatMap((_, n) =>
    (['name', 'key', 'kind', 'unit'] as const).map((field) => `attributes.${n}.${field}` as const),
  );
  const names = ['name', 'parent', ...fields, 'attributes'] as const;
  const { submit, field, refusal, setRefusal } = useSubmit(form, [...names], async (body) => {
    try {
      await callAsUser('putCategory', { params: { slug }, body: { ...body, revision } });
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== 'changed_meanwhile') throw error;
      setRevision(Number(error.params.revision));
      setRefusal({
        message:
          'Somebody else has changed this category meanwhile. Look at it in another tab; what you save now replaces it.',
      });
      return;
    }
    isSaved.current = true;
    client.invalidateQueries({ queryKey: ['categories'] });
    client.invalidateQueries({ queryKey: ['products'] });
    toast.success('Category saved');
    navigate('/dashboard/categories');
  });

  const partsWith = ({ was }: AttributeRow) => (was ? (counts.values[was.key] ?? 0) : 0);
  const asked = removing === undefined ? undefined : values.attributes[removing];

  function remove(n: number) {
    rows.remove(n);
    element.current?.querySelector<HTMLElement>('#add-attribute')?.focus();
  }

  function move(from: number, by: 'up' | 'down') {
    const to = by === 'up' ? from - 1 : from + 1;
    if (to < 0 || to >= values.attributes.length) return;
    rows.move(from, to);
    setMoved({ to, by });
  }

  return (
    <form method="post" ref={element} noValidate onSubmit={submit} className="grid gap-4">
      <section className="sheet form-section sm:grid-cols-2">
        <TextField label="Name" {...field('name')} dir="auto" />
        <ParentField categories={categories} without={slugsBelow(slug, categories)} {...field('parent')} />
      </section>
      <section className="sheet form-section">
        <h2 className="text-lg">Attributes</h2>
        <p className="-mt-2 text-muted text-sm">
          In the order in which products show them. A number has one unit for all products.
        </p>
        {rows.fields.map(({ id }, n) => (
          <AttributeRowFields
            key={id}
            n={n}
            of={values.attributes.length}
            row={values.attributes[n]!}
            products={partsWith(values.attributes[n]!)}
            form={form}
            onMove={(by) => move(n, by)}
            onRemove={() => (partsWith(values.attributes[n]!) > 0 ? setRemoving(n) : remove(n))}
          />
        ))}
        <p role="status" className="sr-only">
          {moved && `${values.attributes[moved.to]?.name} is number ${moved.to + 1} now`}
        </p>
        <p role="status" className="text-error text-sm empty:hidden">
          {errors.attributes?.root?.message ?? errors.attributes?.message}
        </p>
        <div>
          <button
            id="add-attribute"
            type="button"
            className="btn btn-quiet btn-sm"
            onClick={() => rows.append(NEW_ATTRIBUTE)}
          >
            Add an attribute
          </button>
        </div>
      </section>
      <div className="save-bar">
        <SubmitButton busy={isSubmitting}>Save</SubmitButton>
        <p className="text-muted text-sm">{isChanged ? 'Not saved' : 'No changes'}</p>
        <FormProblem problem={refusal} attempt={submitCount} />
      </div>
      {asked && (
        <ConfirmDialog
          title={`Remove ${asked.name}?`}
          action="Remove"
          busy={false}
          onConfirm={() => {
            setRemoving(undefined);
            remove(removing!);
          }}
          onClose={() => setRemoving(undefined)}
        >
          {countOf(partsWith(asked), 'product has', 'products have')} a value of it. They keep it and no
          longer show it, until the category has an attribute with the key {asked.key} again. Nothing happens
          before you save.
        </ConfirmDialog>
      )}
      <LeaveGuard unsaved={isChanged ? 1 : 0} isSettled={() => isSaved.current} />
    </form>
  );
}
