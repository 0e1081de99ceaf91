import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import type { Import } from '#contract/imports/schema.ts';
import { countOf, formatCount } from '#contract/kernel/money.ts';
import type { PageHandle } from '#contract/pages.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { ExportButton } from '../../../ui/export-button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { refusalOf } from '../../../ui/submission.ts';
import { ViewLinks } from '../../../ui/view-links.tsx';
import { callAsUser, callForFileAsUser } from '../../../user-calls.ts';
import { userQuery } from '../../../user-query.ts';
import { Asks, choicesOf } from './asks.tsx';
import { ChooseFile } from './choose-file.tsx';
import { Columns } from './columns.tsx';
import { ImportRows, type Which } from './import-rows.tsx';
import { type Choices, fileOf, sendFile } from './upload.ts';
import { isMoving, STATES } from './words.ts';

const importQuery = (id: string) =>
  userQuery(
    ['imports', id],
    'getImport',
    { params: { id } },
    { staleTime: 0, refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? 500 : false) },
  );

export const handle: PageHandle = { title: 'Import', may: 'product.import' };

/** One import: what it changes, and what has become of it. */
export default function ImportPage() {
  const { id = '' } = useParams();
  const query = useQuery(importQuery(id));
  return (
    <>
      <PageTitle>Import</PageTitle>
      <p className="mb-2 text-sm">
        <Link to="/dashboard/imports" className="link">
          Imports
        </Link>
      </p>
      {!query.data && <h1 className="mb-5">Import</h1>}
      <Loaded query={query} what="the import" shape="list">
        {(imported) => <Shown key={id} imported={imported} />}
      </Loaded>
    </>
  );
}

function Shown({ imported }: { imported: Import }) {
  const { _id: id, state, counts } = imported;
  const client = useQueryClient();
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const [attempt, setAttempt] = useState(0);
  const step = useMutation({
    mutationFn: (name: 'applyImport' | 'undoImport') => callAsUser(name, { params: { id } }),
    onMutate: () => client.invalidateQueries({ queryKey: ['imports', id] }),
    onSettled: () => {
      setAttempt((count) => count + 1);
      client.invalidateQueries({ queryKey: ['imports'] });
      heading.current?.focus();
    },
  });
  const again = useMutation({
    mutationFn: ({ file, choices }: { file: File; choices: Choices }) => sendFile(file, choices),
    onSuccess: (sent) => navigate(`/dashboard/imports/${sent._id}`, { replace: true }),
  });
  // Products have changed when a step ends, also one that another tab has begun.
  const moving = isMoving(imported);
  useEffect(() => {
    if (!moving) client.invalidateQueries({ queryKey: ['products'] });
  }, [moving, client]);
  const file = fileOf(id);
  const good = counts.new + counts.changed;
  const problem = step.error ?? again.error;
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="break-all">
        {imported.name ?? 'Rows sent by a program'}
      </h1>
      <p role="status" className="mt-1 mb-4 text-muted">
        {summaryOf(imported)}
      </p>
      {moving && (
        <progress
          className="progress progress-primary mb-4 w-full"
          aria-label={STATES[state]}
          value={imported.done}
          max={imported.size}
        />
      )}
      {state === 'ready' && (
        <Asks
          imported={imported}
          file={file}
          busy={again.isPending}
          onAnswer={(choices) => file && again.mutate({ file, choices })}
          onFile={(chosen) => again.mutate({ file: chosen, choices: choicesOf(imported) })}
        />
      )}
      {imported.newCategories && (
        <p className="mb-4 text-sm">New categories: {namesOf(imported.newCategories).join(', ')}.</p>
      )}
      <div className="mb-4 flex flex-wrap items-center gap-3">
        {(state === 'ready' || state === 'applying') && good > 0 && (
          <ActionButton
            kind="primary"
            busy={step.isPending || moving}
            onClick={() => step.mutate('applyImport')}
          >
            {moving ? 'Applying…' : `Apply ${countOf(good, 'row')}`}
          </ActionButton>
        )}
        {(state === 'applied' || state === 'undoing') && (
          <ActionButton busy={step.isPending || moving} onClick={() => step.mutate('undoImport')}>
            {moving ? 'Undoing…' : 'Undo this import'}
          </ActionButton>
        )}
        {counts.error > 0 && !moving && (
          <ExportButton
            file="bad-rows.csv"
            label="Download bad rows"
            read={() => callForFileAsUser('getImport', { params: { id }, query: { rows: 'error' } })}
          />
        )}
      </div>
      <FormProblem problem={problem && refusalOf(problem)} attempt={attempt} />
      <Columns
        imported={imported}
        file={file}
        busy={again.isPending}
        onChange={({ mapping }) =>
          file && again.mutate({ file, choices: { ...choicesOf(imported), mapping } })
        }
      />
      {state !== 'reading' && <Rows imported={imported} />}
      {counts.error > 0 && (state === 'applied' || state === 'ready') && (
        <section className="mt-8">
          <h2 className="mb-2">Fix the rows with errors</h2>
          <p className="mb-3 max-w-2xl text-muted text-sm">
            Download them: each has its number and what is wrong with it. Correct them in a spreadsheet, and
            choose that file.
          </p>
          <ChooseFile
            label={again.isPending ? 'Reading …' : 'Choose the corrected file, or drop it here'}
            busy={again.isPending}
            onFile={(chosen) => again.mutate({ file: chosen, choices: {} })}
          />
        </section>
      )}
    </>
  );
}

/** Categories with the names of new ones above: 'Power > Chargers'. */
function namesOf(categories: NonNullable<Import['newCategories']>): string[] {
  const names = new Map<string, string>();
  for (const { slug, name, parent = '' } of categories)
    names.set(slug, names.has(parent) ? `${names.get(parent)} > ${name}` : name);
  return [...names.values()];
}

function summaryOf({ state, left, kept, counts, size }: Import): string {
  const rows = countOf(size, 'row');
  if (state === 'applied') {
    const done = counts.new + counts.changed - left;
    const rest =
      left > 0 ? ` ${countOf(left, 'row was', 'rows were')} not written: look at “Left” for why.` : '';
    return `Applied: ${formatCount(done)} of ${rows} written.${rest}`;
  }
  if (state === 'undone')
    return kept > 0
      ? `Undone, but for ${countOf(kept, 'row')}: look at “Left by undo” for why.`
      : 'Undone: all products are as they were before.';
  if (state === 'failed') return 'This file could not be read to its end. Choose it again.';
  if (state === 'ready') return `${rows} read. Nothing has been changed yet.`;
  return `${STATES[state]} …`;
}

function Rows({ imported }: { imported: Import }) {
  const [search] = useSearchParams();
  const { counts, told = 0, left, kept, _id } = imported;
  const tabs: [Which, string, number][] = [
    ['changed', 'Changed', counts.changed],
    ['new', 'New', counts.new],
    ['error', 'Errors', counts.error],
    ...(told > 0 ? [['told', 'Cells left out', told] as [Which, string, number]] : []),
    ['same', 'Same', counts.same],
    ...(left > 0 ? [['left', 'Left', left] as [Which, string, number]] : []),
    ...(kept > 0 ? [['kept', 'Left by undo', kept] as [Which, string, number]] : []),
  ];
  const asked = tabs.find(([which]) => which === search.get('rows'));
  const [which, , total] =
    asked ??
    tabs.findLast(([name, , count]) => (name === 'kept' || name === 'left') && count > 0) ??
    tabs.find(([, , count]) => count > 0) ??
    tabs[0]!;
  return (
    <section className="mt-6" aria-label="Rows">
      <ViewLinks
        label="Rows"
        isOneLine
        views={tabs.map(([name, label, count]) => ({
          label: `${label} ${formatCount(count)}`,
          to: `?rows=${name}`,
          isCurrent: name === which,
        }))}
      />
      <ImportRows id={_id} which={which} total={total} state={imported.state} />
    </section>
  );
}
