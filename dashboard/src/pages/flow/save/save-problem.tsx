import { ServiceProblem } from '../../../api/problem.ts';
import { ProblemAlert } from '../../../parts/problem-alert.tsx';
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
  return (
    <ProblemAlert
      error={state.error}
      what={whatOf(state.error)}
      retry={() => void save()}
      shownElsewhere={flowPointers(state.error)}
    />
  );
}

function whatOf(error: unknown): string {
  if (!(error instanceof ServiceProblem)) return 'The flow was not saved';
  if (error.code === 'not_found') return 'The flow was not saved: somebody deleted the template';
  const ofFlow = flowPointers(error).length;
  return ofFlow > 0 && ofFlow === error.errors.length
    ? 'The flow was not saved: its problems come first'
    : 'The flow was not saved';
}

/** What is wrong with the flow itself stands in the list of its problems. */
function flowPointers(error: unknown): string[] {
  if (!(error instanceof ServiceProblem)) return [];
  return error.errors.map(({ pointer }) => pointer).filter((each) => each.startsWith('/flow/'));
}
