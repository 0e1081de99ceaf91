import { useQuery } from '@tanstack/react-query';
import type { LoaderFunctionArgs } from 'react-router';
import type { SettingValues } from '#contract/settings/schema.ts';
import { loadLists, pageContext } from '../page-context.ts';
import { screenshotUrl } from '../pictures-of-projects.ts';
import { content } from '../queries.ts';
import { Loaded } from '../ui/loaded.tsx';
import { LoadingPage } from '../ui/loading-page.tsx';
import { PageTitle } from '../ui/page-title.tsx';

export function loader({ context }: LoaderFunctionArgs) {
  return loadLists([content('portfolio').queryKey, context.get(pageContext).load.getContent('portfolio')]);
}

export const clientLoader = () => null;

export default function Portfolio() {
  const query = useQuery(content('portfolio'));
  return (
    <>
      <PageTitle path="/myPortfolio" summary={query.data?.intro}>
        Portfolio
      </PageTitle>
      <Loaded
        query={query}
        what="the page"
        loading={<LoadingPage title="Portfolio" className="wrap py-10" />}
      >
        {(portfolio) => <PortfolioSections portfolio={portfolio} />}
      </Loaded>
    </>
  );
}

/** The page, also of a portfolio that is not saved yet. */
export function PortfolioSections({ portfolio }: { portfolio: SettingValues['portfolio'] }) {
  return (
    <div className="wrap py-10">
      <h1>{portfolio.title}</h1>
      <p className="mt-3 max-w-prose text-muted">{portfolio.intro}</p>

      <section aria-labelledby="education" className="mt-10">
        <h2 id="education" className="mb-4">
          Education
        </h2>
        <ol className="sheet">
          {portfolio.education.map(({ years, title, school, text }, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: entries may be alike
              key={index}
              className="grid gap-x-6 border-base-300 p-5 not-last:border-b sm:grid-cols-[8rem_minmax(0,1fr)]"
            >
              <p className="num text-muted text-sm">{years}</p>
              <div>
                <h3 className="text-base">{title}</h3>
                <p className="text-sm">{school}</p>
                <p className="mt-1 text-muted text-sm">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </section>

      <section aria-labelledby="projects" className="mt-12">
        <h2 id="projects" className="mb-4">
          Projects
        </h2>
        {portfolio.projects.map((project, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: projects may be alike
          <ProjectSheet key={index} project={project} />
        ))}
      </section>
    </div>
  );
}

type Project = SettingValues['portfolio']['projects'][number];

function ProjectSheet({ project }: { project: Project }) {
  return (
    <article className="sheet mb-6 p-5 sm:p-6">
      <h3 className="text-lg">{project.name}</h3>
      <p className="mt-2 max-w-prose text-muted">{project.text}</p>
      {project.link && (
        <a href={project.link.href} className="text-link mt-2 inline-block">
          {project.link.label}
        </a>
      )}
      <ul className="mt-5 grid gap-4 sm:grid-cols-2">
        {project.screenshots.map(({ file, alt }, index) => {
          const src = screenshotUrl(file);
          return (
            src && (
              // biome-ignore lint/suspicious/noArrayIndexKey: a picture may be shown twice
              <li key={index}>
                <img
                  src={src}
                  alt={alt}
                  width={1280}
                  height={800}
                  loading="lazy"
                  decoding="async"
                  className="aspect-16/10 h-auto w-full rounded-field border border-base-300 object-cover object-top"
                />
              </li>
            )
          );
        })}
      </ul>
    </article>
  );
}
