import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { PageHandle } from '#contract/pages.ts';
import type { Section } from '#contract/settings/schema.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { ViewLinks } from '../../../ui/view-links.tsx';
import { NotFound } from '../../not-found.tsx';
import { forms } from './fields.ts';
import { settings as settingsQuery } from './queries.ts';
import { SectionForm } from './section-form.tsx';
import './settings.css';

export const handle: PageHandle = { title: 'Settings', shape: 'section', may: 'settings.read' };

const FIRST: Section = 'shop';

/** What the owner of the shop sets, a section at a time. */
export default function Settings() {
  const { section = FIRST } = useParams();
  const query = useQuery(settingsQuery);
  if (!isSection(section)) return <NotFound />;
  const { title, about } = forms[section];
  return (
    <>
      <PageTitle>{`${title}, Settings`}</PageTitle>
      <h1 tabIndex={-1}>Settings</h1>
      <ViewLinks
        label="Sections of the settings"
        views={Object.entries(forms).map(([name, form]) => ({
          label: form.title,
          to: name === FIRST ? '/dashboard/settings' : `/dashboard/settings/${name}`,
          isCurrent: name === section,
        }))}
        isOneLine
      />
      <h2 className="text-lg">{title}</h2>
      <p className="mt-1 mb-5 max-w-2xl text-muted text-sm">{about}</p>
      <Loaded query={query} what="the settings" shape="section">
        {(settings) => <SectionForm key={section} section={section} current={settings[section]} />}
      </Loaded>
    </>
  );
}

function isSection(name: string): name is Section {
  return Object.hasOwn(forms, name);
}
