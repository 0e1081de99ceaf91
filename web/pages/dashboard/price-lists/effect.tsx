import type { PriceEffect } from '#contract/price-lists/effect.ts';
import { written } from '../../../translate.ts';
import { t } from './words.ts';

/** What a change of a price list does to prices. */
export function Effect({ effect }: { effect: PriceEffect }) {
  const { dearer, cheaper, same, former, belowFormer, losesBreaks, lostBreaks, largest } = effect;
  return (
    <section className="sheet form-section" role="status" aria-label={t('effect')}>
      <h2 className="text-lg">{t('effect')}</h2>
      <p className="num">
        {t('effect.counts', { dearer, cheaper, same })}{' '}
        {former > 0 && t('effect.below', { former, below: belowFormer })}
      </p>
      {losesBreaks > 0 && (
        <>
          <h3 className="font-medium">{t('effect.breaks', { parts: losesBreaks })}</h3>
          <ul className="num grid gap-1 text-sm">
            {lostBreaks.map(({ productId, sku, from }) => (
              <li key={productId} className="flex flex-wrap gap-x-3">
                <span className="font-medium">{sku}</span>
                <span>{t('effect.breaks.from', { from: from.map(written.count).join(', ') })}</span>
              </li>
            ))}
            {losesBreaks > lostBreaks.length && (
              <li className="text-muted">
                {t('effect.breaks.more', { more: losesBreaks - lostBreaks.length })}
              </li>
            )}
          </ul>
        </>
      )}
      {largest.length > 0 && (
        <>
          <h3 className="font-medium">{t('effect.largest')}</h3>
          <ul className="num grid gap-1 text-sm">
            {largest.map(({ productId, sku, quantity, before, after }) => (
              <li key={productId} className="flex flex-wrap gap-x-3">
                <span className="font-medium">{sku}</span>
                <span>
                  {t('effect.change', {
                    before: written.price(before),
                    after: written.price(after),
                    percent: Math.round(((after - before) / before) * 1000) / 10,
                    quantity,
                  })}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
