import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { z } from 'zod';
import { type Branch, branchesOf } from '#contract/categories/category-tree.ts';
import { type Category, SlugSchema } from '#contract/categories/schema.ts';
import { say } from '#contract/kernel/field-message.ts';
import { requiredText } from '#contract/kernel/fields.ts';
import { countOf } from '#contract/kernel/money.ts';
import type { PageHandle } from '#contract/pages.ts';
import { callApi } from '../../../api.ts';
import { categories as categoriesQuery } from '../../../queries.ts';
import { SubmitButton } from '../../../ui/action-button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { resolverOf } from '../../../ui/form-resolver.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { useFocusLater } from '../../../ui/use-focus-later.ts';
import { useSubmit } from '../../../ui/use-submit.ts';
import { callAsUser } from '../../../user-calls.ts';
import { DeleteButton } from '../delete-button.tsx';
import { DeleteDialog } from '../delete-dialog.tsx';
import { PencilIcon } from '../icons.tsx';
import { focusField } from '../product-form/errors.ts';
import { ParentField } from './parent-field.tsx';
import { wordOf } from './word-of.ts';

export const handle: PageHandle = { title: 'Categories', may: 'category.change' };

/** How many products are in each category and in those below it, by slug. */
const productCounts = {
  queryKey: ['products', 'by category'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { categories } = await callApi('getFacets', { query: {} }, { signal });
    return new Map(categories.map(({ slug, count }) => [slug, count]));
  },
};

/** The tree of categories, for staff. */
export default function Categories() {
  const query = useQuery({ ...categoriesQuery, staleTime: 0 });
  const counts = useQuery(productCounts);
  const focusHeading = useFocusLater();
  const [deleting, setDeleting] = useState<Category>();
  return (
    <>
      <PageTitle>Categories</PageTitle>
      <h1>Categories</h1>
      <p className="mt-1 mb-5 max-w-2xl text-muted text-sm">
        What products are sorted by. Each category has the attributes that its products are described and
        narrowed by.
      </p>
      <Loaded query={query} what="the categories" shape="list">
        {(categories) => (
          <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
            {categories.length > 0 ? (
              <div className="sheet category-list">
                <Branches branches={branchesOf(categories)} counts={counts.data} onDelete={setDeleting} />
              </div>
            ) : (
              <p className="sheet p-6">No categories yet: add the first one.</p>
            )}
            <AddCategory categories={categories} />
          </div>
        )}
      </Loaded>
      {deleting && (
        <DeleteDialog
          title={`Remove ${deleting.name}?`}
          action="Remove"
          remove={() => callAsUser('removeCategory', { params: { slug: deleting.slug } })}
          changes={['categories', 'products']}
          onClose={() => setDeleting(undefined)}
          onDeleted={focusHeading}
        >
          Its attributes go with it. A category with products or other categories in it is not removed: move
          them first.
        </DeleteDialog>
      )}
    </>
  );
}

interface BranchesProps {
  branches: Branch[];
  counts: Map<string, number> | undefined;
  onDelete: (category: Category) => void;
}

function Branches({ branches, counts, onDelete }: BranchesProps) {
  return (
    <ul>
      {branches.map(({ category, below }) => (
        <li key={category.slug}>
          <CategoryRow category={category} count={counts?.get(category.slug) ?? 0} onDelete={onDelete} />
          {below.length > 0 && <Branches branches={below} counts={counts} onDelete={onDelete} />}
        </li>
      ))}
    </ul>
  );
}

interface RowProps {
  category: Category;
  count: number;
  onDelete: (category: Category) => void;
}

function CategoryRow({ category, count, onDelete }: RowProps) {
  const { slug, name, attributes } = category;
  return (
    <div className="category-row">
      <Link to={`/dashboard/categories/${slug}`} className="min-w-0 flex-1 font-medium hover:underline">
        {name}
      </Link>
      <span className="num text-muted text-sm">
        {countOf(count, 'product')}
        <span className="max-sm:hidden">
          {' · '}
          {countOf(attributes.length, 'attribute')}
        </span>
      </span>
      <span className="flex gap-1">
        <Link
          to={`/dashboard/categories/${slug}`}
          className="btn btn-ghost btn-square btn-sm"
          aria-label={`Edit ${name}`}
          title="Edit"
        >
          <PencilIcon />
        </Link>
        <DeleteButton label={`Remove ${name}`} title="Remove" onClick={() => onDelete(category)} />
      </span>
    </div>
  );
}

interface NewCategory {
  name: string;
  slug: string;
  parent: string;
}

const NewCategorySchema = z.object({
  name: requiredText(say('name_required'), 60),
  slug: SlugSchema,
  parent: z.string(),
});

function AddCategory({ categories }: { categories: Category[] }) {
  const client = useQueryClient();
  const form = useForm<NewCategory>({
    resolver: resolverOf(NewCategorySchema),
    defaultValues: { name: '', slug: '', parent: '' },
  });
  const { setValue, setError, reset, watch } = form;
  const { name, slug } = watch();
  /** The word follows the name until it is typed by hand. */
  const isDerived = slug === wordOf(name, '-');
  const element = useRef<HTMLFormElement>(null);
  const { isSubmitting, submitCount } = form.formState;
  const { submit, field, refusal } = useSubmit(
    form,
    ['name', 'slug', 'parent'],
    async ({ slug, name, parent }) => {
      const known = categories.find((category) => category.slug === slug);
      if (known) {
        setError('slug', { message: `${known.name} has this word already` }, { shouldFocus: true });
        return;
      }
      await callAsUser('putCategory', {
        params: { slug },
        body: { name, parent: parent || null, revision: 0 },
      });
      await client.invalidateQueries({ queryKey: ['categories'] });
      toast.success(`${name} added`);
      reset({ name: '', slug: '', parent });
      if (element.current) focusField(element.current, 'name');
    },
  );
  return (
    <form
      method="post"
      ref={element}
      noValidate
      onSubmit={submit}
      className="sheet grid gap-4 p-5"
      aria-label="Add a category"
    >
      <h2 className="text-lg">Add a category</h2>
      <TextField
        label="Name"
        {...field('name', {
          onChange: ({ target }) => {
            if (isDerived) setValue('slug', wordOf(target.value, '-'));
          },
        })}
        dir="auto"
      />
      <TextField
        label="Word in addresses"
        hint="It stays as it is when the name changes"
        {...field('slug')}
      />
      <ParentField categories={categories} without={new Set()} {...field('parent')} />
      <div>
        <SubmitButton busy={isSubmitting}>Add</SubmitButton>
      </div>
      <FormProblem problem={refusal} attempt={submitCount} />
    </form>
  );
}
