import { useForm } from 'react-hook-form';
import { type Code, CodeSchema } from '#contract/second-factor/schema.ts';
import { FormProblem } from '../ui/form-problem.tsx';
import { resolverOf } from '../ui/form-resolver.ts';
import { TextField } from '../ui/text-field.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { WayAction } from './way-action.tsx';

interface Props {
  action: string;
  hint: string;
  /** Throws when the code is refused. */
  send: (code: string) => Promise<void>;
  onCancel?: () => void;
}

/** A field for a code, which has the focus. */
export function CodeForm({ action, hint, send, onCancel }: Props) {
  const form = useForm<Code>({ resolver: resolverOf(CodeSchema), defaultValues: { code: '' } });
  const { resetField } = form;
  const { isSubmitting } = form.formState;
  const { submit, field, refusal } = useSubmit(form, ['code'], async ({ code }) => {
    await send(code);
    resetField('code');
  });
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-4">
      <TextField
        label="Code"
        hint={hint}
        {...field('code')}
        autoComplete="one-time-code"
        autoCapitalize="off"
        spellCheck={false}
        // The form appears in answer to what the person did, and has nothing else to fill in.
        autoFocus
      />
      <WayAction type="submit" busy={isSubmitting} onCancel={onCancel}>
        {action}
      </WayAction>
      <FormProblem problem={refusal} />
    </form>
  );
}
