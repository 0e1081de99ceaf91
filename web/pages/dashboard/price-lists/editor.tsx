import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { parseDollars } from '#contract/kernel/money.ts';
import type { PriceEffect } from '#contract/price-lists/effect.ts';
import type { PriceListPage } from '#contract/price-lists/schema.ts';
import { ApiProblem } from '../../../api-problem.ts';
import { ActionButton, SubmitButton } from '../../../ui/action-button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { refusalOf } from '../../../ui/submission.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSubmit } from '../../../ui/use-submit.ts';
import { callAsUser } from '../../../user-calls.ts';
import { PRICE_LISTS } from '../menu-entries.ts';
import { Effect } from './effect.tsx';
import { type Changes, type Ladder, sentOf, shownOf, theirsOf } from './ladders.ts';
import { PriceTable } from './price-table.tsx';
import { t } from './words.ts';

interface Values {
  name: string;
  validFrom: string;
  validTo: string;
  rule: 'prices' | 'minus';
  minusPercent: string;
}

const FIELDS = ['name', 'validFrom', 'validTo', 'minusPercent'] as const;

const NONE: ReturnType<typeof theirsOf> = new Map();

interface Props {
  /** The list to change; without it one is added. */
  list?: PriceListPage;
  /** Its prices, as far as they were read. */
  ladders: Ladder[];
  /** Shown, and not to be changed. */
  isFixed: boolean;
  /** The button that reads more prices. */
  more?: ReactNode;
}

/** The form of a price list. Only parts that were changed are sent. */
export function Editor({ list, ladders, isFixed, more }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [changes, setChanges] = useState<Changes>(new Map());
  const [wrong, setWrong] = useState<ReadonlyMap<string, string>>(new Map());
  const isSaved = useRef(false);
  /** What the changed parts were before. */
  const [begun, setBegun] = useState<ReadonlyMap<string, Ladder | undefined>>(new Map());
  /** Somebody else has saved since the form was begun. */
  const [isBehind, setBehind] = useState(false);
  const form = useForm<Values>({
    defaultValues: valuesOf(list),
    // An undo changes the percentage. What was typed stays.
    ...(list && { values: valuesOf(list), resetOptions: { keepDirtyValues: true } }),
  });
  const { register, control, reset } = form;
  const { isDirty, isSubmitting, submitCount } = form.formState;
  /** The version that was seen when the first change was typed: until then it follows the list. */
  const [version, setVersion] = useState(list?.version);
  if (list && list.version !== version && changes.size === 0 && !isDirty) setVersion(list.version);
  const rule = useWatch({ control, name: 'rule' });
  /** Shown until something is changed. */
  const [effect, setEffect] = useState<PriceEffect>();
  const minusPercent = useWatch({ control, name: 'minusPercent' });
  const [isAsking, setAsking] = useState(false);

  /** Returns the prices that were changed, and their rows; undefined where one cannot be read, which its row then says. */
  function readTyped() {
    const typed = sentOf(changes);
    const unread = typed.prices.flatMap(({ from, price }, n): [string, string][] =>
      Number.isNaN(from) || Number.isNaN(price) ? [[typed.rows[n]!, t('prices.unread')]] : [],
    );
    setWrong(new Map(unread));
    if (unread.length === 0) return typed;
    setRefusal({ message: t('prices.mend') });
    return undefined;
  }

  async function askEffect() {
    const typed = readTyped();
    if (!typed) return;
    setRefusal(undefined);
    setAsking(true);
    const { prices, removed, rows } = typed;
    const of = list && { listId: list._id };
    try {
      const body =
        rule === 'minus'
          ? { ...of, minusPercent: parseDollars(minusPercent) || 0 }
          : { ...of, prices, removed };
      setEffect(await callAsUser('readPriceEffect', { body }));
    } catch (error) {
      setWrong(wrongOf(error, rows));
      setRefusal(refusalOf(error));
    } finally {
      setAsking(false);
    }
  }

  const { submit, field, refusal, setRefusal } = useSubmit(
    form,
    [...FIELDS],
    async (values, idempotencyKey): Promise<void> => {
      const typed = readTyped();
      if (!typed) return;
      const { prices, removed, rows } = typed;
      const { name, validFrom, validTo, minusPercent } = values;
      const own = { name, validFrom: validFrom || null, validTo: validTo || null };
      const byRule = rule === 'minus' ? { minusPercent: parseDollars(minusPercent) || 0 } : { prices };
      try {
        if (list) {
          const body = { ...own, ...byRule, ...(rule === 'prices' && { removed }), version };
          await callAsUser('changePriceList', { params: { id: list._id }, body });
        } else {
          const { insertedId } = await callAsUser(
            'addPriceList',
            { body: { ...own, ...byRule } },
            { idempotencyKey },
          );
          isSaved.current = true;
          navigate(`${PRICE_LISTS.to}/${insertedId}`);
        }
      } catch (error) {
        if (error instanceof ApiProblem && error.code === 'changed_meanwhile') return showTheirs(error);
        setWrong(wrongOf(error, rows));
        throw error;
      }
      await client.invalidateQueries({ queryKey: ['priceLists'] });
      setChanges(new Map());
      setBegun(new Map());
      setBehind(false);
      setEffect(undefined);
      reset(values);
      toast.success(t('saved', { name }));
    },
  );

  /** Shows what somebody else has saved beside what is typed. The next press saves over the version that is shown then. */
  async function showTheirs({ params }: ApiProblem) {
    await client.invalidateQueries({ queryKey: ['priceLists'] });
    setEffect(undefined);
    setVersion(Number(params.revision));
    setBehind(true);
    setRefusal({ message: t('changes.behind') });
  }

  return (
    <form method="post" noValidate onSubmit={submit} className="mb-6 grid gap-4" aria-label={t('list')}>
      <section className="sheet form-section sm:grid-cols-3">
        <TextField label={t('name')} readOnly={isFixed} dir="auto" {...field('name')} />
        <TextField label={t('validFrom')} type="date" readOnly={isFixed} {...field('validFrom')} />
        <TextField label={t('validTo')} type="date" readOnly={isFixed} {...field('validTo')} />
        {!list && (
          <SelectField
            label={t('rule')}
            {...register('rule', { onChange: () => setEffect(undefined) })}
            options={{ prices: t('rule.prices'), minus: t('rule.percent') }}
          />
        )}
        {rule === 'minus' && (
          <TextField
            label={t('minusPercent')}
            hint={t('minusPercent.hint')}
            inputMode="decimal"
            autoComplete="off"
            readOnly={isFixed}
            {...field('minusPercent', { onChange: () => setEffect(undefined) })}
          />
        )}
      </section>
      {rule === 'prices' && (
        <section className="sheet form-section">
          <h2 className="text-lg">{t('prices')}</h2>
          <PriceTable
            ladders={shownOf(ladders, changes)}
            wrong={wrong}
            theirs={isBehind ? theirsOf(changes, begun, ladders) : NONE}
            isFixed={isFixed}
            onChange={(productId, ladder) => {
              const read = ladders.find((one) => one.productId === productId);
              if (!begun.has(productId)) setBegun(new Map(begun).set(productId, read));
              const next = new Map(changes).set(productId, ladder);
              // A part that was added and taken out again was never there.
              if (ladder === null && !read) next.delete(productId);
              setChanges(next);
              setEffect(undefined);
            }}
          />
          {more}
        </section>
      )}
      {effect && <Effect effect={effect} />}
      {!isFixed && (
        <div className="save-bar">
          <SubmitButton busy={isSubmitting}>{t('save')}</SubmitButton>
          <ActionButton busy={isAsking} onClick={askEffect}>
            {t('effect.ask')}
          </ActionButton>
          <FormProblem problem={refusal} attempt={submitCount} />
        </div>
      )}
      <LeaveGuard unsaved={changes.size + (isDirty ? 1 : 0)} isSettled={() => isSaved.current} />
    </form>
  );
}

function valuesOf(list: PriceListPage | undefined): Values {
  return {
    name: list?.name ?? '',
    validFrom: list?.validFrom ?? '',
    validTo: list?.validTo ?? '',
    rule: list?.minusPercent === undefined ? 'prices' : 'minus',
    minusPercent: list?.minusPercent === undefined ? '' : String(list.minusPercent),
  };
}

/** Returns what the shop says of prices that were sent, by their rows. */
function wrongOf(error: unknown, rows: string[]): Map<string, string> {
  const errors = error instanceof ApiProblem ? error.errors : [];
  return new Map(
    errors.flatMap(({ field, message }): [string, string][] => {
      const [list, nth] = field.split('.');
      const row = list === 'prices' ? rows[Number(nth)] : undefined;
      return row === undefined ? [] : [[row, message]];
    }),
  );
}
