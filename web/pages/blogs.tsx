import { useQuery } from '@tanstack/react-query';
import type { LoaderFunctionArgs } from 'react-router';
import type { SettingValues } from '#contract/settings/schema.ts';
import { loadLists, pageContext } from '../page-context.ts';
import { content } from '../queries.ts';
import { Loaded } from '../ui/loaded.tsx';
import { LoadingPage } from '../ui/loading-page.tsx';
import { PageTitle } from '../ui/page-title.tsx';

export function loader({ context }: LoaderFunctionArgs) {
  return loadLists([content('blog').queryKey, context.get(pageContext).load.getContent('blog')]);
}

export const clientLoader = () => null;

export default function Blogs() {
  const query = useQuery(content('blog'));
  return (
    <>
      <PageTitle path="/blogs" summary={query.data?.intro}>
        Blogs
      </PageTitle>
      <Loaded query={query} what="the page" loading={<LoadingPage title="Blogs" className="wrap py-10" />}>
        {(blog) => <BlogEntries blog={blog} />}
      </Loaded>
    </>
  );
}

/** The page, also of a blog that is not saved yet. */
export function BlogEntries({ blog }: { blog: SettingValues['blog'] }) {
  return (
    <div className="wrap py-10">
      <h1>{blog.title}</h1>
      <p className="mt-3 max-w-prose text-muted">{blog.intro}</p>
      <div className="mt-8 border-base-300 border-t">
        {blog.entries.map(({ question, answer, code }, index) => (
          <article
            // biome-ignore lint/suspicious/noArrayIndexKey: entries may be alike
            key={index}
            className="grid gap-x-12 gap-y-3 border-base-300 border-b py-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
          >
            <h2 className="text-lg">{question}</h2>
            <div className="grid max-w-prose gap-4">
              {answer.map((paragraph, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs may be alike
                <p key={place}>{paragraph}</p>
              ))}
              {code && (
                // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, by keyboard too
                <pre tabIndex={0} className="sheet overflow-x-auto p-4 text-sm">
                  <code>{code}</code>
                </pre>
              )}
            </div>
          </article>
        ))}
      </div>
    </div>
  );
}
