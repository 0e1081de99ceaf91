import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { readMessage } from '#contract/kernel/field-message.ts';
import { countOf } from '#contract/kernel/money.ts';
import { type Section, type Settings, sectionSchemas } from '#contract/settings/schema.ts';
import { ApiProblem } from '../../../api-problem.ts';
import { SubmitButton } from '../../../ui/action-button.tsx';
import { ConfirmDialog } from '../../../ui/ask-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import { type Refusal, refusalOf } from '../../../ui/submission.ts';
import { toast } from '../../../ui/toast.ts';
import { callAsUser } from '../../../user-calls.ts';
import { ChangedNotice } from '../changed-notice.tsx';
import { RestoredNote } from '../kit/restored-note.tsx';
import { focusField } from '../product-form/errors.ts';
import { type Draft, draftOf, savedOf } from './draft.ts';
import { Fields } from './field-list.tsx';
import { forms, labelOf } from './fields.ts';
import { History } from './history.tsx';
import { Preview } from './preview.tsx';
import { settings as settingsQuery, showSaved } from './queries.ts';
import { useSectionForm } from './use-section-form.ts';
import { wordsOfValue } from './words.ts';

interface Props {
  section: Section;
  current: Settings[Section];
}

/** The form of a section, with its preview and its history. What was typed stays through errors, reloads and changes by others. */
export function SectionForm({ section, current }: Props) {
  const { fields, title, hasPreview = true } = forms[section];
  const client = useQueryClient();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState<Refusal>();
  const [attempts, setAttempts] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const state = useSectionForm(section, current, isBusy);
  const { draft, unsaved, news } = state;
  const [open, setOpen] = useState<'preview' | 'back'>();
  const element = useRef<HTMLFormElement>(null);
  const standard = draftOf(fields, current.standard);

  // Once for each attempt that finds something wrong.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further attempt may find the same
  useEffect(() => {
    if (element.current && Object.keys(errors).length > 0) focusField(element.current);
  }, [attempts]);

  function change(next: Draft) {
    state.change(next);
    if (Object.keys(errors).length > 0) setErrors(wrongIn(section, next));
  }

  /** Saves a value, or takes the section back to its default (null). */
  async function save(value: Draft | null) {
    if (isBusy) return;
    setBusy(true);
    setRefusal(undefined);
    try {
      const body = { revision: state.revision, value };
      await callAsUser('changeSetting', { params: { section }, body });
      state.settle(value ? draft : standard);
      if (!value) state.change(standard);
      await tellSaved(value ? `${title} saved` : `${title}: back to the default`);
    } catch (error) {
      setOpen(undefined);
      if (error instanceof ApiProblem && error.code === 'changed_meanwhile') {
        // Read once more: by then there may be a later one.
        const now = await client.fetchQuery(settingsQuery).catch(() => undefined);
        if (!now) setRefusal(refusalOf(error));
        // Nothing is left when the answer to an earlier attempt was lost.
        else if (state.take(now[section]).length === 0 && value) await tellSaved(`${title} saved`);
        else setRefusal({ message: 'Not saved yet: look at what is new above, then save again.' });
        client.invalidateQueries({ queryKey: ['settings', 'versions'] });
      } else if (error instanceof ApiProblem && error.errors.length > 0) {
        const wrong = error.errors.map(({ field, message }) => [field.replace(/^value\.?/, ''), message]);
        setErrors(Object.fromEntries(wrong));
        setRefusal({ message: wrong.length === 1 && wrong[0]![0] === '' ? wrong[0]![1] : undefined });
      } else setRefusal(refusalOf(error));
    } finally {
      setBusy(false);
      setAttempts((times) => times + 1);
    }
  }

  async function tellSaved(words: string) {
    setErrors({});
    setOpen(undefined);
    toast.success(words);
    await showSaved(client);
  }

  /** Returns whether the form can be saved, and says what is wrong with it otherwise. */
  function isRight(): boolean {
    const wrong = wrongIn(section, draft);
    setErrors(wrong);
    const count = Object.keys(wrong).length;
    setRefusal(count === 0 ? undefined : { message: countOf(count, 'field is wrong', 'fields are wrong') });
    if (count > 0) setAttempts((times) => times + 1);
    return count === 0;
  }

  return (
    <>
      <form
        method="post"
        ref={element}
        noValidate
        aria-label={title}
        className="settings-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isRight()) save(savedOf(fields, draft));
        }}
      >
        {news && (
          <ChangedNotice
            key={news.id}
            what="this section"
            conflicts={news.conflicts.map((path) => ({
              path,
              label: labelOf(section, path),
              theirs: wordsOfValue(section, path, news.theirs[path]),
              mine: wordsOfValue(section, path, news.mine[path]),
            }))}
            taken={news.taken.map((path) => ({
              path,
              label: labelOf(section, path),
              value: wordsOfValue(section, path, news.theirs[path]),
            }))}
            onChoose={state.choose}
            onClose={() => {
              state.dismissNews();
              if (element.current) focusField(element.current, Object.keys(draft)[0]);
            }}
          />
        )}
        {state.isRestored && !news && <RestoredNote onDiscard={state.discard} />}
        <div className="sheet form-section">
          <Fields fields={fields} draft={draft} errors={errors} standard={standard} onChange={change} />
        </div>
        <div className="save-bar">
          <SubmitButton busy={isBusy}>Save</SubmitButton>
          {hasPreview && <Button onClick={() => isRight() && setOpen('preview')}>Preview</Button>}
          {!current.isStandard && (
            <Button kind="ghost" onClick={() => setOpen('back')}>
              Back to the default
            </Button>
          )}
          <p role="status" className="text-muted text-sm">
            {stateOf(unsaved.length, current.isStandard)}
          </p>
          <FormProblem problem={refusal} attempt={attempts} />
        </div>
      </form>
      <History
        section={section}
        onTake={(value) => {
          change(draftOf(fields, value));
          element.current?.scrollIntoView({ block: 'start' });
          toast.message('The version is in the form', { description: 'Save to have it back' });
        }}
      />
      {open === 'preview' && (
        <Preview section={section} value={savedOf(fields, draft)} onClose={() => setOpen(undefined)} />
      )}
      {open === 'back' && (
        <ConfirmDialog
          title="Back to the default?"
          action="Back to the default"
          warns={false}
          busy={isBusy}
          onConfirm={() => save(null)}
          onClose={() => setOpen(undefined)}
        >
          {title} will be as it was before anybody changed it here. What is saved now stays in the history.
        </ConfirmDialog>
      )}
      <LeaveGuard unsaved={unsaved.length} isKept />
    </>
  );
}

/** What the save bar says beside its buttons. */
function stateOf(unsaved: number, isStandard: boolean): string {
  if (unsaved > 0) return countOf(unsaved, 'field not saved', 'fields not saved');
  return isStandard ? 'Default' : 'Saved';
}

/** What is wrong in a form, by the paths of its fields. */
function wrongIn(section: Section, draft: Draft): Record<string, string> {
  const { error } = sectionSchemas[section].safeParse(savedOf(forms[section].fields, draft));
  const wrong = error?.issues.map(({ path, message }) => [path.join('.'), readMessage(message).message]);
  return Object.fromEntries(wrong?.toReversed() ?? []);
}
