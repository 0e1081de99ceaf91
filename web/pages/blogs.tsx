import { blog, entries } from '#content/blog.ts';
import { PageTitle } from '../ui/page-title.tsx';

export default function Blogs() {
  return (
    <div className="wrap py-10">
      <PageTitle path="/blogs" summary="Questions and answers about React, from building this shop.">
        Blogs
      </PageTitle>
      <h1>{blog.title}</h1>
      <p className="mt-3 max-w-prose text-muted">{blog.intro}</p>
      <div className="mt-8 border-base-300 border-t">
        {entries.map(({ question, answer, code }) => (
          <article
            key={question}
            className="grid gap-x-12 gap-y-3 border-base-300 border-b py-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
          >
            <h2 className="text-lg">{question}</h2>
            <div className="grid max-w-prose gap-4">
              {answer.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
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
