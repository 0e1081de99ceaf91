import { countOf, formatCount } from '#contract/kernel/money.ts';
import type { InOrder, Wanted } from './in-order.ts';
import './repeat.css';

interface Props {
  /** How many lines there are in all. */
  lines: number;
  inOrder: InOrder<Wanted>;
  isAgain: boolean;
  onChange: (isAgain: boolean) => void;
}

/** Says what of some lines is in the order already, and asks whether it is added again. Nothing where none of it is. */
export function Repeat({ lines, inOrder: { count, missing }, isAgain, onChange }: Props) {
  if (count === 0) return null;
  const choices = [
    {
      again: false,
      label: missing.size === 0 ? 'Add nothing' : `Add what is missing: ${countOf(missing.size, 'line')}`,
    },
    { again: true, label: `Add all again: ${countOf(lines, 'line')}` },
  ];
  return (
    <fieldset className="repeat">
      <legend>{words(lines, count, missing.size)}</legend>
      {choices.map(({ again, label }) => (
        <label key={label}>
          <input
            type="radio"
            name="repeat"
            className="radio radio-sm"
            checked={isAgain === again}
            onChange={() => onChange(again)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

function words(lines: number, inOrder: number, missing: number): string {
  const whole = lines - missing;
  if (whole === 0) return `Pieces of ${countOf(inOrder, 'line')} are in your order already.`;
  if (whole < lines)
    return `${formatCount(whole)} of ${countOf(lines, 'line')} ${whole === 1 ? 'is' : 'are'} in your order already.`;
  return lines === 1
    ? 'It is in your order already.'
    : `All ${countOf(lines, 'line')} are in your order already.`;
}
