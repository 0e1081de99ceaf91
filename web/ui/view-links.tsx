import { Link } from 'react-router';
import './view-links.css';

interface View {
  label: string;
  to: string;
  isCurrent: boolean;
}

/** Links to the views of a list; one is the current view. They wrap, or with `isOneLine` scroll sideways, which a shadow says. */
export function ViewLinks(props: { label: string; views: View[]; isOneLine?: boolean }) {
  const { label, views, isOneLine = false } = props;
  return (
    <nav aria-label={label} className={`mb-4 border-base-300 border-b ${isOneLine ? 'view-row' : ''}`}>
      <ul className={`flex gap-x-5 ${isOneLine ? 'whitespace-nowrap' : 'flex-wrap'}`}>
        {views.map((view) => (
          <li key={view.label}>
            <Link
              // React calls it when the link becomes the current one.
              ref={view.isCurrent ? showInRow : undefined}
              to={view.to}
              aria-current={view.isCurrent ? 'page' : undefined}
              className="nav-entry text-sm"
            >
              {view.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Scrolls a row of links, which on a phone is wider than the screen, so that a link is in its middle. The page stays where it is. */
function showInRow(link: HTMLElement | null): void {
  const row = link?.closest('nav');
  if (!link || !row) return;
  const [around, own] = [row.getBoundingClientRect(), link.getBoundingClientRect()];
  row.scrollLeft += own.left + own.width / 2 - around.left - around.width / 2;
}
