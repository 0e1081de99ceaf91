import type { ReactNode } from 'react';
import { countOf } from '#contract/kernel/money.ts';
import type { SettingValues } from '#contract/settings/schema.ts';
import { useShop } from '../../../config.ts';
import { Mark } from '../../../ui/icons.tsx';
import { lengthOf } from '../../../ui/length-of.ts';

/** The shop as pages, documents and mails name it. */
export function ShopPreview({ shop }: { shop: SettingValues['shop'] }) {
  return (
    <Sheets>
      <Sheet title="At the top and the foot of every page">
        <ShopName name={shop.name} />
        <p className="mt-3 max-w-sm text-muted text-sm">{shop.claim}</p>
      </Sheet>
      <Sheet title="On invoices, confirmations and packing slips">
        <ShopName name={shop.name} />
        <dl className="mt-4 grid gap-4 border-base-300 border-t pt-4 text-sm sm:grid-cols-3">
          <Lines label="Company" lines={[shop.legalName, ...shop.address]} />
          <Lines label="Numbers" lines={[shop.registration, shop.taxId, shop.email]} />
          <Lines label="Bank" lines={shop.bank} />
        </dl>
        <p className="mt-4 text-muted text-sm">{shop.taxNote}</p>
      </Sheet>
      <Sheet title="At the end of every email">
        <Signature {...shop} />
      </Sheet>
    </Sheets>
  );
}

/** A mail as its reader sees it. */
export function MailPreview({ mail }: { mail: SettingValues['mail'] }) {
  const shop = useShop();
  return (
    <Sheets>
      <Sheet title="An email to a buyer">
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
          <dt className="text-muted">From</dt>
          <dd className="wrap-anywhere">
            {mail.name} {mail.name ? <>&lt;{mail.address}&gt;</> : mail.address}
          </dd>
          <dt className="text-muted">To</dt>
          <dd>buyer@example.com</dd>
        </dl>
        <div className="mt-4 border-base-300 border-t pt-4">
          <Signature {...shop} />
        </div>
      </Sheet>
    </Sheets>
  );
}

/** What the terms of orders mean for buyers and for staff. */
export function OrdersPreview({ orders }: { orders: SettingValues['orders'] }) {
  const { holdMinutes, smallestOrder, shipWithinDays, timeZone } = orders;
  const now = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short', timeZone });
  return (
    <Sheets>
      <Sheet title="For buyers">
        <ul className="grid gap-2 text-sm">
          <li>An unpaid order keeps its stock for {lengthOf(holdMinutes)}.</li>
          <li>The smallest order of any product is {countOf(smallestOrder, 'piece')}.</li>
        </ul>
      </Sheet>
      <Sheet title="For staff">
        <p className="text-sm">
          In the shop it is now <time dateTime={new Date().toISOString()}>{now.format()}</time>. Figures,
          lists and documents count days of {timeZone}.
        </p>
        <p className="mt-2 text-sm">
          What is paid today is overdue {shipWithinDays === 0 ? 'tomorrow' : `in ${shipWithinDays + 1} days`}{' '}
          if it can be shipped and has not left.
        </p>
      </Sheet>
    </Sheets>
  );
}

function Sheets({ children }: { children: ReactNode }) {
  return <div className="wrap grid max-w-4xl gap-6 py-8">{children}</div>;
}

function Sheet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-3 text-base">{title}</h2>
      <div className="sheet wrap-anywhere p-5">{children}</div>
    </section>
  );
}

function ShopName({ name }: { name: string }) {
  return (
    <p className="flex items-center gap-2.5 font-bold tracking-tight">
      <Mark className="size-6" />
      {name}
    </p>
  );
}

function Signature({ name, address, email }: Pick<SettingValues['shop'], 'name' | 'address' | 'email'>) {
  return <p className="whitespace-pre-line text-muted text-sm">{[name, ...address, email].join('\n')}</p>;
}

function Lines({ label, lines }: { label: string; lines: string[] }) {
  return (
    <div>
      <dt className="font-medium">{label}</dt>
      {lines
        .filter((line) => line !== '')
        .map((line, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may be alike
          <dd key={nth} className="text-muted">
            {line}
          </dd>
        ))}
    </div>
  );
}
