import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { CHART_PERIODS } from '#contract/desk/figures.ts';
import type { Overview as OverviewData } from '#contract/desk/schema.ts';
import type { PageHandle } from '#contract/pages.ts';
import { formatMoment } from '../../../ui/dates.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ViewLinks } from '../../../ui/view-links.tsx';
import { userQuery } from '../../../user-query.ts';
import { Charts } from './charts.tsx';
import { FiguresTable } from './figures-table.tsx';
import { ToDo } from './to-do.tsx';
import './overview.css';

type Period = (typeof CHART_PERIODS)[number];

const overview = (days: Period) =>
  userQuery(
    ['overview', days],
    'getOverview',
    { query: { days } },
    { staleTime: 0, refetchInterval: 60_000, placeholderData: keepPreviousData },
  );

export const handle: PageHandle = { title: 'Overview', may: 'desk.readOverview' };

/** What staff have to do now, and how the shop does. */
export default function Overview() {
  const [search] = useSearchParams();
  const days = CHART_PERIODS.find((one) => one === search.get('days')) ?? '30';
  const query = useQuery(overview(days));
  return (
    <>
      <PageTitle>Overview</PageTitle>
      <div className="mb-4 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h1 tabIndex={-1}>Overview</h1>
        {query.data && (
          <p className="num text-muted text-sm">
            as of {formatMoment(query.data.at)}, days in {query.data.timeZone}
          </p>
        )}
      </div>
      <Loaded query={query} what="the overview" loading={<LoadingOverview />}>
        {(data) => <Sections overview={data} days={days} />}
      </Loaded>
    </>
  );
}

function Sections({ overview: data, days }: { overview: OverviewData; days: Period }) {
  const views = CHART_PERIODS.map((period) => ({
    label: `${period} days`,
    to: period === '30' ? '?' : `?days=${period}`,
    isCurrent: period === days,
  }));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <ToDo toDo={data.toDo} />
      <FiguresTable figures={data.figures} />
      <section aria-labelledby="charts">
        <h2 id="charts" className="mb-1">
          The last {days} days
        </h2>
        <ViewLinks label="Days of the charts" views={views} />
        <Charts overview={data} days={Number(days)} />
      </section>
    </div>
  );
}

const GREY_BOXES = 5;

function LoadingOverview() {
  return (
    <Skeleton what="the overview">
      <div className="to-do">
        {Array.from({ length: GREY_BOXES }, (_, box) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the boxes are alike
          <div key={box} className="sheet grid h-24 content-center gap-3 p-4">
            <span className="grey-bar w-1/2" />
            <span className="grey-bar w-3/4" />
          </div>
        ))}
      </div>
    </Skeleton>
  );
}
