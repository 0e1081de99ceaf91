import type { SettingValues } from '#contract/settings/schema.ts';

/** A field for an address. The specification gives it no function yet. */
export function Newsletter({ newsletter }: { newsletter: SettingValues['home']['newsletter'] }) {
  return (
    <section aria-labelledby="newsletter" className="border-base-300 border-t">
      <div className="wrap grid gap-4 py-12 sm:grid-cols-2 sm:items-center">
        <div>
          <h2 id="newsletter" className="text-lg">
            {newsletter.title}
          </h2>
          <p className="text-muted">{newsletter.text}</p>
        </div>
        <input
          type="text"
          aria-label="Your Email"
          placeholder="Your Email"
          autoComplete="email"
          className="input max-w-md sm:justify-self-end"
        />
      </div>
    </section>
  );
}
