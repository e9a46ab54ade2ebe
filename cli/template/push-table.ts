import type { PushedTemplate } from '../../shared/manage/templates/push-templates.ts';
import { table } from '../terminal/result.ts';

/** What became of each template that was saved. */
export function pushTable(pushed: readonly PushedTemplate[]): string {
  const rows = pushed.map(({ id, revision, state, changes }) => [
    id,
    revision,
    state,
    changes.join(', '),
  ]);
  return table(['TEMPLATE', 'REVISION', 'STATE', 'CHANGED'], rows);
}
