import { pauseNow, type TemplatePause } from '../../adapters/tables/pause-item.ts';
import type { StoredHead, TemplateHead } from '../../adapters/tables/templates-table.ts';
import { writePauses } from '../../adapters/tables/templates-table-writes.ts';
import { ManageError } from '../manage-error.ts';
import { newPause } from '../pause-note.ts';
import { recorded } from '../trail/recorded.ts';
import type { SavePorts } from './saves.ts';
import { headOf } from './template-head.ts';

/**
 * Pauses a template: execute and batch refuse its requests, and its scheduled mails fail at their time. One that is
 * paused keeps its first pause.
 *
 * @throws {ManageError} `unknown`, for a partial, and for an invalid note
 */
export async function pauseTemplate(
  ports: SavePorts,
  accountId: string,
  templateId: string,
  asked: { by: string; note?: string | undefined },
): Promise<TemplateHead> {
  const pause = newPause(ports.now(), asked);
  return changed(ports, accountId, templateId, 'template.paused', ({ kind, pauses = [] }) => {
    if (kind === 'partial') {
      throw new ManageError(
        `${templateId} is a partial, which is never sent itself: pause the templates that take it`,
      );
    }
    return pauseNow(pauses) ? null : [...pauses, pause];
  });
}

/** Resumes a template. One that is not paused stays so. Throws like `pauseTemplate`. */
export async function resumeTemplate(
  ports: SavePorts,
  accountId: string,
  templateId: string,
  { by }: { by: string },
): Promise<TemplateHead> {
  const resumed = { at: ports.now().toISOString(), by };
  return changed(ports, accountId, templateId, 'template.resumed', ({ pauses = [] }) => {
    const pause = pauseNow(pauses);
    return pause ? [...pauses.slice(0, -1), { ...pause, resumed }] : null;
  });
}

/** How often a change is tried while other changes of the head come first. */
const maxTries = 5;

/** `change` returns the new pauses; null for no change. */
async function changed(
  ports: SavePorts,
  accountId: string,
  templateId: string,
  action: 'template.paused' | 'template.resumed',
  change: (head: StoredHead) => TemplatePause[] | null,
): Promise<TemplateHead> {
  for (let tries = 0; tries < maxTries; tries++) {
    const head = await headOf(ports, accountId, templateId);
    const pauses = change(head);
    if (!pauses) return head;
    const record = recorded(ports, accountId, action, `template:${templateId}`);
    const written = await writePauses(ports.templates, accountId, head, pauses, record);
    if (written) return written;
  }
  throw new ManageError(`Others change ${templateId} at the same time: try again`, [], {
    code: 'stale',
  });
}
