import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Resolver, useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { FIELD_OF_BREACH, type RuleBreach } from '#contract/companies/rules.ts';
import { trimShown } from '#contract/kernel/blank.ts';
import type { FieldError } from '#contract/kernel/problem.ts';
import type { ListOp } from '#contract/lists/schema.ts';
import { firstBilling, firstChoice, forGoods, forInvoices } from '../../../addresses.ts';
import { ApiProblem } from '../../../api-problem.ts';
import { applyOps } from '../../../basket/cart/content.ts';
import { createMatcher, useMatches } from '../../../basket/cart/use-line-matches.ts';
import { matchLines } from '../../../basket/matching/ask-lines.ts';
import { priceLines, totalsOf } from '../../../basket/matching/priced.ts';
import { changed } from '../../../changed.ts';
import { purchasePath } from '../../../path-with.ts';
import { randomId } from '../../../random-id.ts';
import { written } from '../../../translate.ts';
import { SubmitButton } from '../../../ui/action-button.tsx';
import { toShipTo } from '../../../ui/address/address-values.ts';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { moveOnEnter } from '../../../ui/move-on-enter.ts';
import { type Refusal, refusalOf } from '../../../ui/submission.ts';
import { toast } from '../../../ui/toast.ts';
import { callAsUser } from '../../../user-calls.ts';
import '../../checkout/checkout.css';
import { checkoutResolver, FACTS, NEW, OWN } from '../../checkout/values.ts';
import { type Buyer, goneFrom, ORDER_FOR } from './buyer.ts';
import { type Draft, NO_ORDER, type OrderValues, orderDrafts } from './draft.ts';
import { Facts, InvoiceTo, ShipTo } from './order-fields.tsx';
import { AddLines, LineTable, rowId } from './order-lines.tsx';
import { RULES, wordsForStaff } from './refusal.ts';
import { t } from './words.ts';

/** An order that staff place for a buyer: lines, who orders, where to, the buyer's numbers, and what it comes to for that buyer. */
export function OrderForm({ buyer }: { buyer: Buyer }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [{ lines, text, key, values }, setDraft] = useState(() => draftOf(buyer));
  const [refusals, setRefusals] = useState<ReadonlyMap<string, FieldError>>(new Map());
  const matcher = useMemo(
    () => createMatcher((asked) => matchLines(asked, { buyerId: buyer.id })),
    [buyer.id],
  );
  const apply = useCallback((ops: ListOp[]) => {
    const named = new Set(ops.map((op) => (op.op === 'put' ? op.line._id : op.op === 'remove' && op._id)));
    setRefusals((before) => new Map([...before].filter(([id]) => !named.has(id))));
    setDraft((draft) => ({ ...draft, lines: applyOps({ lines: draft.lines, boards: null }, ops).lines }));
  }, []);
  const matches = useMatches(matcher, lines, apply);
  const priced = useMemo(() => priceLines(lines, matches, null), [lines, matches]);
  const totals = totalsOf(priced);
  const [problem, setProblem] = useState<Refusal>();

  const form = useForm<OrderValues>({
    defaultValues: values,
    resolver: resolverFor(buyer),
  });
  const { control, formState, handleSubmit, setError, setFocus } = form;
  const typed = useWatch({ control }) as OrderValues;
  useEffect(
    () => orderDrafts.set(buyer.id, { key, lines, text, values: typed }),
    [buyer.id, key, lines, text, typed],
  );

  async function send(now: OrderValues) {
    setRefusals(new Map());
    const gone = goneFrom(buyer, now);
    if (gone) {
      setProblem({ message: gone === 'addressId' ? t('address.again') : t('invoiceTo.again') });
      return setFocus(gone);
    }
    const wrong = now.addressId === '' ? t('address.none') : whyNot();
    setProblem(wrong === undefined ? undefined : { message: wrong });
    if (wrong !== undefined) return toLine(priced.find(({ need }) => need)?.line._id);
    try {
      const { insertedId, number, state } = await callAsUser(
        'placePurchase',
        { body: bodyOf(now) },
        { idempotencyKey: key },
      );
      const { name } = buyer;
      toast.success(
        state === 'asked' ? t('placed.asked', { number, buyer: name }) : t('placed', { number, buyer: name }),
      );
      leave(insertedId);
    } catch (error) {
      refuse(error);
    } finally {
      changed(client, 'purchase');
    }
  }

  function whyNot(): string | undefined {
    if (lines.length === 0) return t('lines.without');
    if (totals.needs > 0) return t('lines.need', { lines: totals.needs });
    return priced.every(({ part, total }) => part && total !== undefined) ? undefined : t('lines.wait');
  }

  function bodyOf({ contactId, addressId, address, billToId, ...now }: OrderValues) {
    const addressOf = (id: string) => buyer.book.find(({ _id }) => _id === id)?.shipTo;
    const billTo = addressOf(billToId);
    const facts = FACTS.map((field) => [field, trimShown(now[field])]).filter(([, said]) => said !== '');
    return {
      buyerId: buyer.id,
      ...(contactId && { contactId }),
      lines: priced.map(({ line, part, unitPrice }) => ({
        productId: part!._id,
        quantity: line.quantity!,
        price: unitPrice!,
        ...(line.receiptDate && { receiptDate: line.receiptDate }),
      })),
      shipTo: addressOf(addressId) ?? toShipTo(address),
      ...(billTo && { billTo }),
      ...Object.fromEntries(facts),
      expectedTotal: totals.total,
    };
  }

  function leave(id: string) {
    orderDrafts.set(buyer.id, undefined);
    navigate(purchasePath(id));
  }

  function refuse(error: unknown) {
    matcher.renew();
    // An address of the book may be gone since it was read.
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === ORDER_FOR });
    if (!(error instanceof ApiProblem)) return setProblem(refusalOf(error));
    if (error.createdId !== undefined) {
      toast.success(t('earlier'));
      return leave(error.createdId);
    }
    const refused = new Map<string, FieldError>();
    for (const one of error.errors) {
      const [list, n] = one.field.split('.');
      const line = list === 'lines' ? priced[Number(n)]?.line : undefined;
      if (line && !refused.has(line._id)) refused.set(line._id, one);
    }
    if (error.code === 'company_rule' && error.errors.length > 0) return tellBreaches(error.errors);
    flushSync(() => {
      setRefusals(refused);
      setProblem({
        ...refusalOf(error),
        message:
          refused.size > 0 && error.code !== 'total_changed'
            ? t('lines.refused', { lines: refused.size })
            : wordsForStaff(error),
      });
    });
    toLine([...refused.keys()][0]);
  }

  /** Tells the broken rules of the company at their fields; that of addresses, where several can be wrong, below the form. */
  function tellBreaches(errors: readonly FieldError[]) {
    const breaches = errors.map(({ code }) => code as RuleBreach);
    setProblem(breaches.includes('new_address') ? { message: RULES.new_address } : undefined);
    for (const [nth, breach] of breaches.entries()) {
      const field = FIELD_OF_BREACH[breach];
      if (field !== 'shipTo')
        setError(field, { type: 'server', message: RULES[breach] }, { shouldFocus: nth === 0 });
    }
  }

  return (
    <form
      method="post"
      noValidate
      className="checkout"
      aria-label={t('title.page')}
      onSubmit={handleSubmit(send)}
      onKeyDown={(event) => moveOnEnter(event)}
    >
      <div className="checkout-main">
        <section className="sheet grid gap-4 pt-4" aria-labelledby="order-lines">
          <h2 id="order-lines" className="checkout-legend px-5">
            {t('lines')}
          </h2>
          <AddLines
            text={text}
            count={lines.length}
            onText={(said) => setDraft((draft) => ({ ...draft, text: said }))}
            apply={apply}
          />
          <LineTable lines={priced} refusals={refusals} apply={apply} />
        </section>
        <ShipTo buyer={buyer} form={form} chosen={typed} />
        <InvoiceTo buyer={buyer} form={form} chosen={typed} />
        <Facts buyer={buyer} form={form} />
      </div>
      <aside className="sheet checkout-box" aria-label={t('total')}>
        <div className="checkout-foot">
          <p className="text-muted text-sm max-lg:hidden">{t('pays')}</p>
          <FormProblem problem={problem} attempt={formState.submitCount} />
          <div className="checkout-total">
            <p>
              <span className="text-muted text-sm">{t('lines.count', { lines: lines.length })}</span>
              <output className="num whitespace-nowrap font-semibold text-xl tracking-tight sm:text-2xl">
                {written.money(totals.total)}
              </output>
            </p>
            <SubmitButton busy={formState.isSubmitting}>
              {formState.isSubmitting ? t('placing') : t('place')}
            </SubmitButton>
          </div>
        </div>
      </aside>
    </form>
  );
}

/** Checks the form as checkout does, and that a member is named where the company has several who may order. */
function resolverFor({ contacts, rules }: Buyer): Resolver<OrderValues> {
  const check = checkoutResolver(rules, (breach) => RULES[breach]) as unknown as Resolver<OrderValues>;
  return async (values, ...of) => {
    const checked = await check(values, ...of);
    if (values.contactId !== '' || contacts.length === 0) return checked;
    const contactId = { type: 'required', message: t('contact.missing') };
    return { values: {}, errors: { ...checked.errors, contactId } };
  };
}

/** What was typed before, where there is something, without a member who is gone. A member who is alone is chosen. */
function draftOf({ id, contacts, book, rules }: Buyer): Draft {
  const { key = randomId(), lines = [], text = '', values = NO_ORDER } = orderDrafts.get(id) ?? {};
  const alone = contacts.length === 1 ? contacts[0] : undefined;
  const contact = contacts.find(({ userId }) => userId === values.contactId) ?? alone;
  const places = forGoods(book);
  // An address that is gone is chosen again: another one would get the goods, or the invoice.
  const isChosen = values.addressId === NEW ? !rules.addressesFromBook : values.addressId !== '';
  const other = rules.addressesFromBook ? '' : NEW;
  const addressId =
    isChosen && places.length > 0 ? values.addressId : (firstChoice(places, null)?._id ?? other);
  const billToId =
    values.billToId || (firstBilling(forInvoices(book), null, contacts.length > 0)?._id ?? OWN);
  return {
    key,
    lines,
    text,
    values: { ...NO_ORDER, ...values, contactId: contact?.userId ?? '', addressId, billToId },
  };
}

/** Moves the focus to a line. */
function toLine(id: string | undefined): void {
  const row = id === undefined ? null : document.getElementById(rowId(id));
  row?.scrollIntoView({ block: 'center' });
  row?.focus({ preventScroll: true });
}
