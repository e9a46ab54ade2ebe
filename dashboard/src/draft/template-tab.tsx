import { Alert, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useOutletContext } from 'react-router';
import type { Account } from '../../../functions/manage/contracts/account.ts';
import { useCreateTemplate } from '../api/template-changes.ts';
import { authorWords } from '../parts/author-words.ts';
import { laterAlone } from '../parts/later.tsx';
import { SmallButton, TinyButton } from '../parts/looks.tsx';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { titleWindow } from '../shell/page.tsx';
import { isRefusalStanding } from './draft-problems.ts';
import { dataIn } from './test-data.ts';
import type { TemplateDraft } from './use-template-draft.ts';

// They open once the script of their difference is there too: a late one would move the buttons below a click.
const conflictDialogs = async () => {
  const [dialogs] = await Promise.all([
    import('./conflict-dialog.tsx'),
    import('./text-difference.tsx'),
  ]);
  return dialogs;
};

const StaleDialog = laterAlone(async () => ({ default: (await conflictDialogs()).StaleDialog }));

const DraftConflictDialog = laterAlone(async () => ({
  default: (await conflictDialogs()).DraftConflictDialog,
}));

export interface OpenTemplate {
  /** Lives as long as the author stays at the template. */
  work: TemplateDraft;
  account: Account;
  actionsPlace: HTMLElement | null;
  titlePlace: HTMLElement | null;
  toolsPlace: HTMLElement | null;
}

export const useOpenTemplate = () => useOutletContext<OpenTemplate>();

interface TemplateTabProps {
  /** For the browser's tab, beside the template's name; absent for the editor. */
  label?: string;
  beside?: ReactNode;
  actions?: ReactNode;
  /** Beside the tabs: what the tab shows. */
  tools?: ReactNode;
  /** JSON Pointers. */
  shownElsewhere?: readonly string[];
  children: ReactNode;
}

export function TemplateTab(props: TemplateTabProps) {
  const { label, beside, actions, tools, shownElsewhere = [], children } = props;
  const { work, actionsPlace, titlePlace, toolsPlace } = useOpenTemplate();
  const { state, saving, drafting } = work;
  const save = saving.state;
  const name = state.saved.name || work.template.id;
  useEffect(() => titleWindow(label ? `${label} · ${name}` : name), [label, name]);
  return (
    <>
      {actionsPlace && createPortal(actions, actionsPlace)}
      {titlePlace && createPortal(beside, titlePlace)}
      {toolsPlace && createPortal(tools, toolsPlace)}
      <div className="draft-notices">
        <RestoredNotice {...work} />
        <DraftingNotice {...work} />
        {!work.isKept && (
          <Alert color="yellow" title="A reload would lose your changes" role="status">
            This browser has no storage left for them. Save a draft soon.
          </Alert>
        )}
        {save.kind === 'unreadable' && !dataIn(state.draft.testData) && (
          <Alert color="red" title="The template was not published" role="alert">
            The test data is not valid JSON. Correct it in the editor, then publish.
          </Alert>
        )}
        {save.kind === 'refused' && isRefusalStanding(save.error, save.refused, state.draft) && (
          <ProblemAlert
            error={save.error}
            what="The template was not published"
            retry={saving.retry}
            shownElsewhere={shownElsewhere}
          />
        )}
        {save.kind === 'deleted' && <DeletedAlert {...work} />}
        {save.kind === 'stale' && <StaleDialog theirs={save.theirs} {...work} />}
        {drafting.state.kind === 'conflict' && drafting.state.isOpen && (
          <DraftConflictDialog theirs={drafting.state.theirs} {...work} />
        )}
      </div>
      {children}
    </>
  );
}

function RestoredNotice(work: TemplateDraft) {
  const { store, template, begunWith, forgetBeginning } = work;
  if (typeof begunWith !== 'number' || !work.isUnsaved) return null;
  const { revision } = template;
  const discard = () => {
    store.revert(revision);
    forgetBeginning();
  };
  return (
    <Alert
      color="blue"
      title="Your unsaved changes are restored"
      withCloseButton
      closeButtonLabel="Close"
      onClose={forgetBeginning}
      role="status"
    >
      <Group gap="md">
        <Text size="sm">{restoredWords(begunWith, revision)}</Text>
        <TinyButton onClick={discard}>Discard changes</TinyButton>
      </Group>
    </Alert>
  );
}

function DraftingNotice({ drafting, template }: TemplateDraft) {
  const { state } = drafting;
  if (state.kind === 'refused' && state.isAsked && state.error !== null) {
    return (
      <ProblemAlert
        error={state.error}
        what="The draft was not saved"
        retry={() => void drafting.save()}
      />
    );
  }
  if (state.kind !== 'conflict' || state.isOpen) return null;
  const by = state.theirs?.draft?.by;
  return (
    <Alert color="yellow" title="Your changes are not saved" role="alert">
      <Group gap="md">
        <Text size="sm">
          {by === undefined
            ? `The draft of ${template.name} was published or discarded meanwhile.`
            : `This draft was saved by ${authorWords(by)} meanwhile, here or in another tab.`}{' '}
          Nothing is saved until you choose.
        </Text>
        <TinyButton onClick={drafting.openConflict}>Compare and choose</TinyButton>
      </Group>
    </Alert>
  );
}

function restoredWords(from: number, now: number): string {
  return from === now
    ? 'Your browser kept them when you left this page.'
    : `They are based on revision ${from}. Another author has published revision ${now} since then. If you publish, you see the difference first.`;
}

function DeletedAlert({ template, store, saving }: TemplateDraft) {
  const creation = useCreateTemplate();
  const create = () => {
    const { draft } = store.settled();
    const { id, kind } = template;
    const body = { ...draft, id, kind, testData: dataIn(draft.testData) ?? {} };
    creation.mutate(body, {
      onSuccess: ({ revision }) => {
        store.dispatch({ kind: 'saved', revision, content: draft });
        saving.dismiss();
      },
    });
  };
  return (
    <Alert color="yellow" title="Another author deleted this template" role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">What you wrote is still here: create the template again to keep it.</Text>
        {creation.error && (
          <ProblemAlert error={creation.error} what="The template was not created" retry={create} />
        )}
        <SmallButton onClick={create} loading={creation.isPending}>
          Create again
        </SmallButton>
      </Stack>
    </Alert>
  );
}
