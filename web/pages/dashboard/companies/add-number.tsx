import { type FormEvent, useRef, useState } from 'react';
import { LONGEST_OF_LINE } from '#contract/matching/limits.ts';
import { SubmitButton } from '../../../ui/action-button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { refusalOf } from '../../../ui/submission.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { callAsUser } from '../../../user-calls.ts';
import { PartFinder } from '../product-form/part-finder.tsx';
import { t } from './words.ts';

/** Gives one part a number of the company. A part that has another one keeps it. */
export function AddNumber({ companyId: id, onAdded }: { companyId: string; onAdded: () => Promise<void> }) {
  const finder = useRef<HTMLInputElement>(null);
  const [part, setPart] = useState<{ productId: string; sku: string }>();
  const [number, setNumber] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function add(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (!part || number.trim() === '') {
      setProblem(t('number.add.missing'));
      return;
    }
    const { productId, sku } = part;
    setBusy(true);
    setProblem(undefined);
    try {
      const body = { numbers: [{ productId, number: number.trim() }], replace: false };
      await callAsUser('setPartNumbers', { params: { id }, body });
      toast.success(t('number.added', { number: number.trim(), sku }));
      setPart(undefined);
      setNumber('');
      finder.current?.focus();
      await onAdded();
    } catch (error) {
      setProblem(refusalOf(error).message);
    }
    setBusy(false);
  }

  return (
    <form
      method="post"
      noValidate
      onSubmit={add}
      className="sheet form-section mb-6 md:grid-cols-2"
      aria-label={t('number.add')}
    >
      <div>
        <PartFinder
          label={t('number.part')}
          name="part"
          inputRef={finder}
          error={undefined}
          without={[]}
          onFound={(productId, sku) => setPart({ productId, sku })}
        />
        {part && (
          <p role="status" className="num mt-1 font-medium">
            {t('number.add.part', { sku: part.sku })}
          </p>
        )}
      </div>
      <TextField
        label={t('number')}
        dir="auto"
        autoComplete="off"
        maxLength={LONGEST_OF_LINE.customerRef}
        value={number}
        onChange={({ target }) => setNumber(target.value)}
      />
      <div>
        <SubmitButton busy={busy}>{t('number.add')}</SubmitButton>
      </div>
      <FormProblem problem={{ message: problem }} />
    </form>
  );
}
