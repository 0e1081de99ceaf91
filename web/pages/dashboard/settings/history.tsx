import { useQuery } from '@tanstack/react-query';
import type { Section, SettingVersion } from '#contract/settings/schema.ts';
import { Button } from '../../../ui/button.tsx';
import { formatMoment } from '../../../ui/dates.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { labelOf, optionsOf } from './fields.ts';
import { versions } from './queries.ts';

interface Props {
  section: Section;
  /** Takes the value of a version into the form. */
  onTake: (value: object) => void;
}

/** The last versions of a section: when, who and what. Each can be looked at in the form, and saved from there. */
export function History({ section, onTake }: Props) {
  const query = useQuery(versions(section));
  return (
    <section aria-labelledby="settings-history" className="settings-history mt-8">
      <h2 id="settings-history" className="mb-3 text-lg">
        History
      </h2>
      <Loaded query={query} what="the history">
        {(list) =>
          list.length === 0 ? (
            <p className="sheet p-5 text-muted text-sm">
              Nobody has changed this section yet: it has its default values.
            </p>
          ) : (
            <ol className="sheet">
              {list.map((version, index) => (
                <Version
                  key={version.revision}
                  section={section}
                  version={version}
                  isCurrent={index === 0}
                  onTake={() => onTake(version.value)}
                />
              ))}
            </ol>
          )
        }
      </Loaded>
    </section>
  );
}

interface VersionProps {
  section: Section;
  version: SettingVersion;
  isCurrent: boolean;
  onTake: () => void;
}

function Version({ section, version, isCurrent, onTake }: VersionProps) {
  const { revision, at, who, isStandard, changes } = version;
  return (
    <li className="settings-version">
      <div className="min-w-0">
        <p className="font-medium">
          Version {revision}
          {isCurrent && ' · now'}
          {isStandard && ' · back to the default'}
        </p>
        <p className="num text-muted text-sm">
          {formatMoment(at)}, <bdi>{who}</bdi>
        </p>
        {changes.length > 0 && (
          <ul className="mt-2 grid gap-1 text-sm">
            {changes.map(({ field, from, to }) => (
              <li key={field} className="wrap-anywhere">
                {labelOf(section, field)}:{' '}
                <del className="text-muted">{optionsOf(section, field)[from] ?? (from || 'empty')}</del> →{' '}
                <ins>{optionsOf(section, field)[to] ?? (to || 'empty')}</ins>
              </li>
            ))}
          </ul>
        )}
      </div>
      {!isCurrent && (
        <Button small aria-label={`Put version ${revision} into the form`} onClick={onTake}>
          Put into the form
        </Button>
      )}
    </li>
  );
}
