import './mark-box.css';

interface Props {
  /** What screen readers say. */
  label: string;
  checked: boolean;
  onChange: () => void;
}

/** The box that marks a row of a table, or all of them. What can be pressed is larger than what is drawn. */
export function MarkBox({ label, checked, onChange }: Props) {
  return (
    <label className="mark-box">
      <input type="checkbox" aria-label={label} checked={checked} onChange={onChange} />
    </label>
  );
}
