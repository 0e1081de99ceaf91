import type { SettingValues } from '#contract/settings/schema.ts';
import { verificationFilm } from '../../pictures.ts';
import { Button } from '../../ui/button.tsx';
import { Film } from './film.tsx';

export function OurVerification({ verification }: { verification: SettingValues['home']['verification'] }) {
  const { membership, company } = verification;
  return (
    <section aria-labelledby="our-verification" className="border-base-300 border-t bg-base-100">
      <div className="wrap py-14">
        <h2 id="our-verification" className="mb-5">
          Our Verification
        </h2>
        <div className="grid gap-8 lg:grid-cols-2">
          <Film film={verificationFilm} label="A slow look along our test bench" />
          <div className="grid content-start gap-6">
            <div>
              <h3 className="text-lg">{membership.title}</h3>
              <p className="mt-2 text-muted">{membership.text}</p>
              <dl className="mt-4 grid grid-cols-2 gap-x-6 sm:grid-cols-3">
                {membership.facts.map(({ value, label }, index) => (
                  <div
                    // biome-ignore lint/suspicious/noArrayIndexKey: facts may have the same label
                    key={index}
                    className="flex flex-col-reverse justify-end border-base-300 border-t py-2.5"
                  >
                    <dt className="text-muted text-sm">{label}</dt>
                    <dd className="num font-semibold text-lg">{value}</dd>
                  </div>
                ))}
              </dl>
            </div>
            <div>
              <h3 className="text-lg">{company.title}</h3>
              <p className="mt-2 text-muted">{company.text}</p>
            </div>
            <Button className="justify-self-start">Inquire Now</Button>
          </div>
        </div>
      </div>
    </section>
  );
}
