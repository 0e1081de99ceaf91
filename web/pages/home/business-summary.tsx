import type { SettingValues } from '#contract/settings/schema.ts';

export function BusinessSummary({ summary }: { summary: SettingValues['home']['summary'] }) {
  return (
    <section aria-labelledby="business-summary" className="border-base-300 border-y bg-base-100">
      <div className="wrap grid gap-8 py-14 lg:grid-cols-[1fr_2fr] lg:items-center">
        <div className="grid justify-items-start gap-3">
          <h2 id="business-summary">Business Summery</h2>
          <p className="max-w-sm text-muted">{summary.text}</p>
          <button type="button" className="btn btn-quiet mt-2">
            Contact Us
          </button>
        </div>
        <dl className="grid grid-cols-2 border-base-300 border-t border-l sm:grid-cols-4">
          {summary.figures.map(({ value, label }, index) => (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: figures may have the same label
              key={index}
              className="flex flex-col-reverse justify-end border-base-300 border-r border-b p-5"
            >
              <dt className="text-muted text-sm">{label}</dt>
              <dd className="num font-semibold text-2xl tracking-tight lg:text-3xl">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
