import { Link } from 'react-router';

interface View {
  label: string;
  to: string;
  isCurrent: boolean;
}

/** Links to the views of a list; one is the current view. They wrap, or with `isOneLine` scroll sideways, which a shadow says. */
export function ViewLinks(props: { label: string; views: View[]; isOneLine?: boolean }) {
  const { label, views, isOneLine = false } = props;
  return (
    <nav
      aria-label={label}
      className={`mb-4 border-base-300 border-b ${isOneLine ? 'overflow-x-auto' : ''}`}
      style={isOneLine ? SHADOWS : undefined}
    >
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

const [GROUND, SHADE] = ['var(--color-base-200) 40%', 'rgb(from var(--color-base-content) r g b / 0.32)'];

/** A shadow at each edge of a row behind which there are more links: the ground, which scrolls along, hides it where there are none. */
const SHADOWS = {
  background: [
    `linear-gradient(to right, ${GROUND}, transparent) 0 / 2.5rem 100% no-repeat local`,
    `linear-gradient(to left, ${GROUND}, transparent) 100% / 2.5rem 100% no-repeat local`,
    `linear-gradient(to right, ${SHADE}, transparent) 0 / 0.875rem 100% no-repeat`,
    `linear-gradient(to left, ${SHADE}, transparent) 100% / 0.875rem 100% no-repeat`,
  ].join(', '),
  scrollbarWidth: 'none',
} as const;

/** Scrolls a row of links, which on a phone is wider than the screen, so that a link is in its middle. The page stays where it is. */
function showInRow(link: HTMLElement | null): void {
  const row = link?.closest('nav');
  if (!link || !row) return;
  const [around, own] = [row.getBoundingClientRect(), link.getBoundingClientRect()];
  row.scrollLeft += own.left + own.width / 2 - around.left - around.width / 2;
}
