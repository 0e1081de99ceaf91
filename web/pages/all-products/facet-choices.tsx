import { formatCount } from '#contract/kernel/money.ts';
import { writeNarrowing } from '#contract/products/narrowing.ts';

export interface FacetChoice {
  /** As addresses have it, without signs before its commas. */
  value: string;
  label: string;
  count: number;
}

interface Props {
  /** The field's name in the form. */
  name: string;
  choices: FacetChoice[];
  chosen: readonly string[];
  /** Returns the label of a chosen value that no part has any more. */
  labelOf?: (value: string) => string;
  onChange: () => void;
}

/** More choices than these scroll in a box of their own. */
const MOST_IN_VIEW = 9;

/** Values that can be chosen, each with the number of parts that it would find. What is chosen stays, also when no part has it any more. */
export function FacetChoices({ name, choices, chosen, labelOf = String, onChange }: Props) {
  const gone = chosen.filter((text) => !choices.some(({ value }) => value === text));
  const all = [...choices, ...gone.map((value) => ({ value, label: labelOf(value), count: 0 }))];
  return (
    <ul className={all.length > MOST_IN_VIEW ? 'facet-choices facet-scroll' : 'facet-choices'}>
      {all.map(({ value, label, count }) => (
        <li key={value}>
          <label className="facet-line" data-none={count === 0 || undefined}>
            <input
              type="checkbox"
              name={name}
              value={asListed(value)}
              checked={chosen.includes(value)}
              onChange={onChange}
            />
            <bdi>{label}</bdi>
            <span className="facet-count">{formatCount(count)}</span>
          </label>
        </li>
      ))}
    </ul>
  );
}

/** Returns a value as it stands in a list of values: a form sends a field for each, and the server reads them as a list. */
function asListed(value: string): string {
  return writeNarrowing({ makers: [value] })[0]?.[1] ?? '';
}
