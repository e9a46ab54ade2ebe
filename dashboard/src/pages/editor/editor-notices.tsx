import { Alert } from '@mantine/core';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import type { Draft } from './draft.ts';
import type { DraftStore } from './draft-store.ts';
import { dataProblems, isRefusalStanding } from './problems/problems.ts';
import { RestoredNotice } from './restored-notice.tsx';
import { DeletedAlert } from './save/deleted-alert.tsx';
import { StaleDialog } from './save/stale-dialog.tsx';
import type { Saving } from './save/use-save.ts';

export interface EditorNoticesProps {
  id: string;
  store: DraftStore;
  saving: Saving;
  draft: Draft;
  restoredFrom: number | null;
  /** The revision that was saved when the page was opened. */
  revision: number;
  /** Whether the browser could keep the draft. */
  isKept: boolean;
}

/** What the author has to know about the whole draft. */
export function EditorNotices(props: EditorNoticesProps) {
  const { id, store, saving, draft, restoredFrom, revision, isKept } = props;
  const { state } = saving;
  return (
    <>
      {restoredFrom !== null && (
        <RestoredNotice store={store} restoredFrom={restoredFrom} revision={revision} />
      )}
      {!isKept && (
        <Alert color="yellow" title="A reload would lose what you write" role="status">
          This browser has no room left to keep it meanwhile: save soon.
        </Alert>
      )}
      {state.kind === 'unreadable' && dataProblems(draft.testData).length > 0 && (
        <Alert color="red" title="The template was not saved" role="alert">
          The test data is no JSON yet: see the problems below.
        </Alert>
      )}
      {state.kind === 'refused' && isRefusalStanding(state.error, state.refused, draft) && (
        <ProblemAlert
          error={state.error}
          what="The template was not saved"
          retry={() => void saving.save()}
          shownElsewhere={shownElsewhere}
        />
      )}
      {state.kind === 'deleted' && (
        <DeletedAlert id={id} store={store} onCreated={saving.dismiss} />
      )}
      {state.kind === 'stale' && (
        <StaleDialog theirs={state.theirs} store={store} saving={saving} />
      )}
    </>
  );
}

/** The strip of problems has them with their places. */
const shownElsewhere = ['/name', '/subject', '/html', '/text', '/testData'];
