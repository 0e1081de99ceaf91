import { Link } from 'react-router';

interface Props {
  /** The pages above this one, the topmost first. */
  above: { to: string; label: string }[];
  /** This page. */
  here: string;
}

/** The path to this page, with links to the pages above it. */
export function Breadcrumb({ above, here }: Props) {
  return (
    <nav aria-label="Breadcrumb" className="breadcrumb">
      <ol>
        {above.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className="text-link">
              {label}
            </Link>
          </li>
        ))}
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  );
}
