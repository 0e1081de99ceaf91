import { type ComponentProps, useId } from 'react';

/** An input for the name of a time zone, with those that the browser knows. Props are the input's. */
export function ZoneInput(input: ComponentProps<'input'>) {
  const list = useId();
  return (
    <>
      <input {...input} list={list} autoComplete="off" className="input max-w-72" />
      <datalist id={list}>
        {['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}
