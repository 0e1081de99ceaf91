import { SECTIONS } from './labels.ts';

/** The contents of the form beside it, on wide screens, with the number of wrong fields in each section. */
export function SectionNav({ wrong }: { wrong: readonly string[] }) {
  return (
    <nav aria-label="Sections of the form" className="section-nav">
      <ul>
        {SECTIONS.map(({ id, title, fields }) => {
          const count = wrong.filter((path) => fields.some((field) => field === path.split('.')[0])).length;
          return (
            <li key={id}>
              <a
                href={`#${id}`}
                onClick={(event) => {
                  event.preventDefault();
                  const heading = document.getElementById(id);
                  heading?.scrollIntoView({ block: 'start' });
                  heading?.focus({ preventScroll: true });
                }}
              >
                {title}
                {count > 0 && (
                  <span className="badge badge-error badge-sm num ms-2">
                    {count}
                    <span className="sr-only"> wrong</span>
                  </span>
                )}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
