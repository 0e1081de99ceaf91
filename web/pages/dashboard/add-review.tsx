import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import type { PageHandle } from '#contract/pages.ts';
import { NewReviewSchema, RATINGS } from '#contract/reviews/schema.ts';
import { useUser } from '../../session.tsx';
import { SubmitButton } from '../../ui/action-button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { resolverOf } from '../../ui/form-resolver.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { Options } from '../../ui/select-field.tsx';
import { useSuccessDialog } from '../../ui/success-dialog.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { useSubmit } from '../../ui/use-submit.ts';
import { callAsUser } from '../../user-calls.ts';

export const handle: PageHandle = { title: 'Add a Review', shape: 'section' };

type Typed = z.input<typeof NewReviewSchema>;
type Written = z.output<typeof NewReviewSchema>;

export default function AddReview() {
  const { name, email } = useUser();
  const client = useQueryClient();
  const showSuccess = useSuccessDialog();
  const form = useForm<Typed, unknown, Written>({
    resolver: resolverOf(NewReviewSchema),
    defaultValues: { ratings: '1', description: '' },
  });
  const { register, reset } = form;
  const { errors, isSubmitting } = form.formState;
  const { submit, field, refusal } = useSubmit(form, ['ratings', 'description'], async (review, key) => {
    try {
      const body = { name, email, ...review };
      const { insertedId } = await callAsUser('addReview', { body }, { idempotencyKey: key });
      if (!insertedId) throw new Error('no insertedId');
    } catch (error) {
      toast.error('Failed to add Review');
      throw error;
    }
    reset();
    showSuccess('Thank You for Your Valuable FeedBack.');
    client.invalidateQueries({ queryKey: ['review'] });
  });

  return (
    <>
      <PageTitle>Add a Review</PageTitle>
      <h1 className="mb-5">Add a Review</h1>
      <form method="post" noValidate onSubmit={submit} className="sheet grid max-w-xl gap-4 p-6">
        <TextField label="Name" readOnly dir="auto" value={name} />
        <TextField label="Email" readOnly value={email} />
        <Field label="Rating" error={errors.ratings?.message}>
          {(control) => (
            <select {...control} {...register('ratings')} className="select max-w-40">
              <Options of={RATINGS.map((rating) => [rating, rating])} />
            </select>
          )}
        </Field>
        <TextArea label="Review" {...field('description')} dir="auto" rows={6} />
        <SubmitButton className="justify-self-start" busy={isSubmitting}>
          Add Review
        </SubmitButton>
        <FormProblem problem={refusal} />
      </form>
    </>
  );
}
