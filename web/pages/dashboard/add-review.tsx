import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { toast } from 'sonner';
import type { z } from 'zod';
import { NewReviewSchema, RATINGS } from '#contract/reviews.ts';
import { callAsUser } from '../../account.ts';
import { statusOf } from '../../api.ts';
import { useUser } from '../../session.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormProblem, placeErrors } from '../../ui/form-problem.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { createSubmission } from '../../ui/submission.ts';
import { useSuccessDialog } from '../../ui/success-dialog.tsx';

type Typed = z.input<typeof NewReviewSchema>;
type Written = z.output<typeof NewReviewSchema>;

export default function AddReview() {
  const { name, email } = useUser();
  const client = useQueryClient();
  const showSuccess = useSuccessDialog();
  const [submission] = useState(createSubmission<Written & { name: string; email: string }>);
  const [problem, setProblem] = useState<{ message?: string | undefined; signedOut: boolean }>();
  const { register, handleSubmit, formState, setError, reset } = useForm<Typed, unknown, Written>({
    resolver: zodResolver(NewReviewSchema),
    defaultValues: { ratings: '1', description: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (review) => {
    setProblem(undefined);
    const { body, key } = submission.prepare(review, { name, email, ...review });
    try {
      const { insertedId } = await callAsUser('addReview', { body }, { idempotencyKey: key });
      if (!insertedId) throw new Error('no insertedId');
      submission.settle();
      reset();
      showSuccess('Thank You for Your Valuable FeedBack.');
      client.invalidateQueries({ queryKey: ['review'] });
    } catch (error) {
      submission.settle(error);
      toast.error('Failed to add Review');
      const message = placeErrors(error, ['ratings', 'description'], setError);
      setProblem({ message, signedOut: statusOf(error) === 401 });
    }
  });

  return (
    <>
      <PageTitle>Add a Review</PageTitle>
      <h1 className="mb-5">Add a Review</h1>
      <form noValidate onSubmit={submit} className="sheet grid max-w-xl gap-4 p-6">
        <Field label="Name">
          {(control) => <input {...control} readOnly dir="auto" value={name} className="input input-given" />}
        </Field>
        <Field label="Email">
          {(control) => <input {...control} readOnly value={email} className="input input-given" />}
        </Field>
        <Field label="Rating" error={errors.ratings?.message}>
          {(control) => (
            <select {...control} {...register('ratings')} className="select max-w-40">
              {RATINGS.map((rating) => (
                <option key={rating}>{rating}</option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Review" error={errors.description?.message}>
          {(control) => (
            <textarea {...control} {...register('description')} dir="auto" rows={6} className="textarea" />
          )}
        </Field>
        <ActionButton type="submit" className="btn btn-primary justify-self-start" busy={isSubmitting}>
          Add Review
        </ActionButton>
        <FormProblem message={problem?.message} signedOut={problem?.signedOut ?? false} />
      </form>
    </>
  );
}
