import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatPeriod } from '#contract/kernel/days.ts';
import type { Approvals } from '#contract/purchases/approvals.ts';
import type { PurchaseDetail } from '#contract/purchases/schema.ts';
import { ROLES } from '../../../members/roles.ts';
import { purchasePath } from '../../../path-with.ts';
import { written } from '../../../translate.ts';
import { formatMoment } from '../../../ui/dates.ts';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { useCan } from '../role.ts';
import { AskAgain } from './ask-again.tsx';
import { Decide, useDecision } from './decide.tsx';
import { useWaitingForMe } from './queries.ts';
import { t, timeLeft, whyNeeded } from './words.ts';

interface Props {
  purchase: PurchaseDetail;
}

/** Of a company's unpaid purchase: why it needs an approval and whose, what was said of it, and what its reader can do. */
export function Approval({ purchase }: Props) {
  const { approval, approvals, state } = purchase;
  const decision = useDecision(purchase);
  const mayChange = useCan()('purchase.changeLines', purchase);
  if (!approvals) return null;
  const { given, isMine } = approvals;
  // The form goes when somebody else has decided meanwhile.
  const over = !isMine && <FormProblem problem={decision.refusal} attempt={decision.attempt} focused />;
  const next = decision.isDecided && !isMine && <NextToApprove after={purchase._id} />;
  if (approval === 'waiting') {
    const mayAsk = mayChange && !isMine && state === 'hold_ended';
    return (
      <Section title={isMine ? t('yours') : t('waiting')} above={over}>
        <dl className="detail-list">
          {isMine && <Asked purchase={purchase} />}
          {isMine && <LinesLink purchase={purchase} />}
          <Needed approvals={approvals} />
          {given.length > 0 && (
            <Fact label={t('given')}>
              <Said given={given} />
            </Fact>
          )}
          <Held purchase={purchase} />
          {isMine && <Budgets approvals={approvals} />}
          {isMine && <Delivery purchase={purchase} />}
        </dl>
        {!isMine && (
          <p className="px-5 pb-4 text-muted text-sm">{mayAsk ? t('waiting.ended') : t('waiting.pay')}</p>
        )}
        {mayAsk && <AskAgain purchase={purchase} />}
        {next}
        {isMine && <Decide purchase={purchase} decision={decision} />}
      </Section>
    );
  }
  if (approval === 'sent_back')
    return (
      <Section title={t('sentBack')} above={over}>
        <div className="px-5 pb-1">
          <Said given={given} />
        </div>
        <dl className="detail-list">
          <Held purchase={purchase} />
        </dl>
        <p className="px-5 pb-4 text-muted text-sm">
          {mayChange ? t('sentBack.next') : t('sentBack.theirs', { name: purchase.name })}
        </p>
        {mayChange && <AskAgain purchase={purchase} />}
        {next}
      </Section>
    );
  if (given.length === 0 || (state !== 'to_pay' && state !== 'hold_ended')) return over || null;
  return (
    <Section title={t('approved')} above={over}>
      <div className="px-5 pb-4">
        <Said given={given} />
      </div>
      {next}
    </Section>
  );
}

/** Leads from what was decided to the order that waits longest. */
function NextToApprove({ after }: { after: string }) {
  const next = useWaitingForMe().find(({ _id }) => _id !== after);
  if (!next) return null;
  return (
    <p className="screen-only px-5 pb-5">
      <Link to={purchasePath(next._id)} className="btn btn-primary min-h-11 max-sm:w-full">
        {t('next')}
      </Link>
    </p>
  );
}

function Section({ title, above, children }: { title: string; above: ReactNode; children: ReactNode }) {
  return (
    <section aria-labelledby="approval" className="sheet">
      <h2 id="approval" className="px-5 pt-4 pb-2 text-base">
        {title}
      </h2>
      <div className="px-5 pb-2 empty:hidden">{above}</div>
      {children}
    </section>
  );
}

function Fact({
  label,
  className = '',
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <>
      <dt className={className}>{label}</dt>
      <dd className={`own-lines min-w-0 ${className}`}>{children}</dd>
    </>
  );
}

function Asked({ purchase: { name, email } }: Props) {
  return (
    <Fact label={t('askedBy')}>
      <bdi>{name}</bdi> <span className="wrap-anywhere text-muted">{email}</span>
    </Fact>
  );
}

function LinesLink({ purchase: { lines } }: Props) {
  return (
    <Fact label={t('lines')}>
      <Link to="#lines" className="text-link">
        {t('lines.see', { count: lines.length })}
      </Link>
    </Fact>
  );
}

function Needed({ approvals: { needed } }: { approvals: Approvals }) {
  return (
    <>
      <Fact label={t('why')}>
        <Lines of={needed.map(whyNeeded)} />
      </Fact>
      <Fact label={t('needs')}>
        <Lines of={needed.map(approversText)} />
      </Fact>
    </>
  );
}

/** Texts below each other, each once. */
function Lines({ of }: { of: string[] }) {
  return (
    <ul>
      {[...new Set(of)].map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

function Held({ purchase: { heldUntil } }: Props) {
  return (
    <Fact label={t('held')}>
      {heldUntil === null
        ? t('held.ended')
        : t('held.until', { when: formatMoment(heldUntil), left: timeLeft(heldUntil) })}
    </Fact>
  );
}

function Budgets({ approvals: { budgets = [] } }: { approvals: Approvals }) {
  if (budgets.length === 0) return null;
  return (
    <Fact label={t('budget')}>
      <Lines
        of={budgets.map(({ name, period, periodStart, limit, used }) => {
          const [when, most] = [formatPeriod(period, periodStart), written.money(limit)];
          return used > limit
            ? t('budget.over', { name, when, limit: most, over: written.money(used - limit) })
            : t('budget.left', { name, when, limit: most, left: written.money(limit - used) });
        })}
      />
    </Fact>
  );
}

/** What the facts of the order have beside it, where they are far below. */
function Delivery({ purchase: { poNumber, costCentre, shippingAdd, invoiceTo, deliveryWish, note } }: Props) {
  return (
    <>
      {poNumber && (
        <Fact label={t('poNumber')} className="xl:hidden">
          {poNumber}
        </Fact>
      )}
      {costCentre && (
        <Fact label={t('costCentre')} className="xl:hidden">
          {costCentre}
        </Fact>
      )}
      <Fact label={t('shipTo')} className="xl:hidden">
        {shippingAdd}
      </Fact>
      <Fact label={t('billTo')} className="xl:hidden">
        {invoiceTo.join('\n')}
      </Fact>
      {deliveryWish && (
        <Fact label={t('delivery')} className="xl:hidden">
          {deliveryWish}
        </Fact>
      )}
      {note && (
        <Fact label={t('orderNote')} className="xl:hidden">
          {note}
        </Fact>
      )}
    </>
  );
}

/** Who has said what, and their notes. */
function Said({ given }: Pick<Approvals, 'given'>) {
  return (
    <ul className="grid gap-2 text-sm">
      {given.map(({ userId, name = t('by.gone'), verdict, at, note }) => {
        const when = formatMoment(at);
        return (
          <li key={userId ?? at}>
            <p className={note ? 'text-muted' : ''}>
              {verdict === 'approve' ? t('approved.by', { name, when }) : t('sentBack.by', { name, when })}
            </p>
            {note && (
              <p dir="auto" className="own-lines text-base">
                {note}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Whose approval an order needs. */
function approversText({ by, count }: Pick<Approvals['needed'][number], 'by' | 'count'>): string {
  return 'role' in by ? t('by.role', { count, role: ROLES[by.role] }) : (by.name ?? t('by.gone'));
}
