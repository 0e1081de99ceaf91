import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, useParams } from 'react-router';
import type { PageHandle } from '#contract/pages.ts';
import type { Section } from '#contract/settings.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { NotFound } from '../../not-found.tsx';
import { forms } from './fields.ts';
import { settings as settingsQuery } from './queries.ts';
import { SectionForm } from './section-form.tsx';
import './settings.css';

export const handle: PageHandle = { may: 'settings.read' };

const FIRST: Section = 'shop';

/** What the owner of the shop sets, a section at a time. */
export default function Settings() {
  const { section = FIRST } = useParams();
  const query = useQuery(settingsQuery);
  const list = useRef<HTMLUListElement>(null);
  // On a phone the list is wider than the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each section
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [section]);
  if (!isSection(section)) return <NotFound />;
  const { title, about } = forms[section];
  return (
    <>
      <PageTitle>{`${title}, Settings`}</PageTitle>
      <h1 tabIndex={-1}>Settings</h1>
      <nav aria-label="Sections of the settings" className="settings-nav">
        <ul ref={list}>
          {Object.entries(forms).map(([name, form]) => (
            <li key={name}>
              <Link
                to={name === FIRST ? '/dashboard/settings' : `/dashboard/settings/${name}`}
                aria-current={name === section ? 'page' : undefined}
              >
                {form.title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <h2 className="text-lg">{title}</h2>
      <p className="mt-1 mb-5 max-w-2xl text-muted text-sm">{about}</p>
      <Loaded query={query} what="the settings">
        {(settings) => <SectionForm key={section} section={section} current={settings[section]} />}
      </Loaded>
    </>
  );
}

function isSection(name: string): name is Section {
  return Object.hasOwn(forms, name);
}
