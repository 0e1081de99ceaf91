import { type GridState, writeGrid } from './grid-address.ts';

interface Props {
  state: GridState;
  /** Fields that the form has anyway. */
  except: readonly string[];
}

/** The grid's state as hidden fields of a form that changes some of it. What is not in them begins anew, as the place in the list. */
export function GridFields({ state, except }: Props) {
  return writeGrid({ ...state, after: '' })
    .filter(([name]) => !except.includes(name))
    .map(([name, text]) => <input key={name} type="hidden" name={name} value={text} />);
}
