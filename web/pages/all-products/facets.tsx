import { type ReactNode, type SubmitEvent, useRef, useState } from 'react';
import { GRID } from '#contract/kernel/addresses.ts';
import { formatCount } from '#contract/kernel/money.ts';
import { attributeText } from '#contract/products/facts-words.ts';
import { FACET_PREFIX, facetText } from '#contract/products/narrowing.ts';
import type { Facets as FacetsOf } from '#contract/products/product-lists.ts';
import { CategoryTree } from './category-tree.tsx';
import { valueText } from './chips.ts';
import { FacetChoices } from './facet-choices.tsx';
import { FacetRange } from './facet-range.tsx';
import { conditionOn, type GridState, readGrid, withoutFacets } from './grid-address.ts';
import { GridFields } from './grid-fields.tsx';

type Facet = FacetsOf['facets'][number];

interface Props {
  facets: FacetsOf;
  state: GridState;
  /** Fields of the address that cannot be read. */
  faults: string[];
  narrow: (state: GridState) => void;
}

/** Groups of attributes that are open at first, when nothing in them is chosen. */
const OPEN_AT_FIRST = 5;

/**
 * Everything that the grid can be narrowed by, as one form: each change counts at once, and without JavaScript all of them at
 * Apply.
 */
export function Facets({ facets, state, faults, narrow }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [wrong, setWrong] = useState(faults);
  const { makers, price, inStock } = facets;

  const shown = facets.facets.filter(({ key, values }) => conditionOn(state, key) || values?.length !== 0);
  /** Conditions on attributes that these parts do not have. */
  const unshown = Object.fromEntries(
    Object.entries(state.facets).filter(([key]) => !shown.some((facet) => facet.key === key)),
  );

  /** The form's fields say it all, also what is not a facet. */
  function apply() {
    const fields = [...new FormData(form.current!)].filter((field): field is [string, string] => true);
    const { state, faults } = readGrid(fields);
    setWrong(faults.map(({ field }) => field));
    if (faults.length === 0) narrow(state);
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    apply();
  }

  return (
    <form method="get" ref={form} action={GRID} onSubmit={submit} aria-label="Filters" className="facets">
      <GridFields state={{ ...withoutFacets(state), facets: unshown }} except={[]} />
      {facets.categories.length > 0 && (
        <FacetGroup name="Category" isOpen>
          <CategoryTree categories={facets.categories} state={state} />
        </FacetGroup>
      )}
      <FacetGroup name="Availability and price" isOpen>
        <label className="facet-line">
          <input type="checkbox" name="inStock" value="1" checked={state.inStock} onChange={apply} />
          <span>In stock now</span>
          <span className="facet-count">{formatCount(inStock)}</span>
        </label>
        <FacetRange
          name="price"
          label="Price per unit"
          unit="$"
          bounds={{ min: price?.min, max: price?.max }}
          chosen={state.price}
          isWrong={wrong.includes('price')}
          onChange={apply}
        />
      </FacetGroup>
      {makers.length + state.makers.length > 0 && (
        <FacetGroup name="Maker" isOpen>
          <FacetChoices
            name="maker"
            choices={makers.map(({ value, count }) => ({ value, label: value, count }))}
            chosen={state.makers}
            onChange={apply}
          />
        </FacetGroup>
      )}
      {shown.map((facet, index) => (
        <FacetGroup
          key={facet.key}
          name={facet.name}
          isOpen={index < OPEN_AT_FIRST || conditionOn(state, facet.key) !== undefined}
        >
          <Attribute
            facet={facet}
            state={state}
            isWrong={wrong.includes(FACET_PREFIX + facet.key)}
            onChange={apply}
          />
        </FacetGroup>
      ))}
      <button type="submit" className="btn btn-primary mt-4 scripted:hidden">
        Apply
      </button>
    </form>
  );
}

interface AttributeProps {
  facet: Facet;
  state: GridState;
  /** What is typed is no range. */
  isWrong: boolean;
  onChange: () => void;
}

/** One attribute: its values where there are few, else its range. */
function Attribute({ facet, state, isWrong, onChange }: AttributeProps) {
  const { key, name, unit, values, min, max } = facet;
  const condition = conditionOn(state, key);
  const field = FACET_PREFIX + key;
  const isRange = condition !== undefined && !('values' in condition);
  return (
    <>
      {values && (
        <FacetChoices
          name={field}
          choices={values.map(({ value, count }) => ({
            value: facetText(value),
            label: attributeText({ value, unit }),
            count,
          }))}
          chosen={condition && 'values' in condition ? condition.values : []}
          labelOf={(text) => valueText(facet, text)}
          onChange={onChange}
        />
      )}
      {(!values || isRange) && (
        <FacetRange
          name={field}
          label={name}
          unit={unit}
          bounds={{ min, max }}
          chosen={isRange ? condition : undefined}
          isWrong={isWrong}
          onChange={onChange}
        />
      )}
    </>
  );
}

interface GroupProps {
  name: string;
  /** Whether it is open at first. */
  isOpen: boolean;
  children: ReactNode;
}

/** Fields of one kind, which can be folded away. */
function FacetGroup({ name, isOpen, children }: GroupProps) {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return (
    <details open={wasOpen} className="facet-group">
      <summary>{name}</summary>
      <fieldset>
        <legend className="sr-only">{name}</legend>
        {children}
      </fieldset>
    </details>
  );
}
