import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LinePart } from '#contract/matching/schema.ts';
import { ApiProblem } from '../../api-problem.ts';
import { myCompanies } from '../../companies.ts';
import { useIdentity } from '../../session.tsx';
import { translator } from '../../translate.ts';
import { toast } from '../../ui/toast.ts';
import { callAsUser } from '../../user-calls.ts';
import { askAnew } from '../cart/use-line-matches.ts';
import { useTabStop } from '../matching/in-cell.ts';
import { forgetConfirmed } from './confirmed.ts';
import messages from './en.json' with { type: 'json' };

const t = translator(messages);

interface Props {
  part: LinePart;
  /** By which a line was given that means the part. */
  number: string;
}

/** Offers to keep a number as the company's own of a part; nothing for members without the right. */
export default function RememberNumber({ part: { _id: productId, sku }, number }: Props) {
  const { email = '', buyerId: id = '' } = useIdentity() ?? {};
  const company = useQuery(myCompanies(email)).data?.find(({ _id }) => _id === id);
  const tabIndex = useTabStop();
  const [busy, setBusy] = useState(false);
  /** The number that the part has. */
  const [other, setOther] = useState<string>();
  if (!company?.rights?.includes('part_numbers.manage')) return null;

  async function remember(replace: boolean) {
    if (busy) return;
    setBusy(true);
    try {
      await callAsUser('setPartNumbers', {
        params: { id },
        body: { numbers: [{ productId, number }], replace },
      });
      forgetConfirmed(number);
      toast.success(t('kept', { number, sku }), { description: t('kept.about') });
      // Other lines may say it, too.
      askAnew();
    } catch (error) {
      setBusy(false);
      const numbered =
        error instanceof ApiProblem && error.errors.find(({ code }) => code === 'part_numbered');
      if (numbered) return setOther(String(numbered.params?.number));
      toast.error(t('refused', { number }), { description: (error as Error).message });
    }
  }

  const buttons = [
    {
      label: other === undefined ? t('remember', { number }) : t('replace', { number }),
      act: () => remember(other !== undefined),
    },
    {
      label: other === undefined ? t('not') : t('keep', { number: other }),
      act: () => forgetConfirmed(number),
    },
  ];
  return (
    <div className="finding" aria-busy={busy}>
      {other !== undefined && <span>{t('has', { sku, number: other })}</span>}
      {buttons.map(({ label, act }) => (
        <button
          key={label}
          type="button"
          tabIndex={tabIndex}
          className="btn btn-quiet btn-sm choice wrap-anywhere"
          onClick={act}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
