import { ServiceProblem } from '../../../api/problem.ts';
import { ProblemAlert } from '../../../shell/problem-alert.tsx';
import type { FlowWork } from '../use-flow-work.ts';
import { StaleDialog } from './stale-dialog.tsx';

/** Why the flow was not saved, and what can be done. */
export function SaveProblem({ work }: { work: FlowWork }) {
  const { base, saving, save, saveOnto, takeTheirs } = work;
  const { state } = saving;
  if (state.kind === 'stale')
    return (
      <StaleDialog
        base={base}
        theirs={state.theirs}
        onTakeTheirs={() => takeTheirs(state.theirs)}
        onKeepMine={() => void saveOnto(state.theirs)}
        onClose={saving.dismiss}
      />
    );
  if (state.kind !== 'refused') return null;
  const ofFlow = flowPointers(state.error);
  const isOfFlowAlone =
    state.error instanceof ServiceProblem &&
    ofFlow.length > 0 &&
    ofFlow.length === state.error.errors.length;
  return (
    <ProblemAlert
      error={state.error}
      what={
        isOfFlowAlone ? 'The flow was not saved: its problems come first' : 'The flow was not saved'
      }
      retry={() => void save()}
      shownElsewhere={ofFlow}
    />
  );
}

/** What is wrong with the flow itself stands in the list of its problems. */
function flowPointers(error: unknown): string[] {
  if (!(error instanceof ServiceProblem)) return [];
  return error.errors.map(({ pointer }) => pointer).filter((each) => each.startsWith('/flow/'));
}
