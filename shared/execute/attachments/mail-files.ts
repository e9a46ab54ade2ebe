import type { FlowPorts } from '../../engine/flow/ports.ts';
import { type AttachmentsProblem, checkAttachments } from './check-attachments.ts';
import { contentIdWarnings } from './content-id.ts';
import { type FileReading, readFiles } from './read-files.ts';

/** The fields of a request that its files depend on. */
export interface AttachingRequest {
  /** As the caller gave them. Default: none. */
  _attachments?: readonly unknown[] | undefined;
  /** The caller wants to see the steps of the run. Default: false. */
  _trace?: boolean | undefined;
}

/** Why a request's `_attachments` cannot be used; null if they can, or there are none. */
export function attachmentsProblem(
  { _attachments = [] }: AttachingRequest,
  { objects }: Pick<FileReading, 'objects'>,
): AttachmentsProblem | null {
  if (_attachments.length === 0) return null;
  const checked = checkAttachments(_attachments, objects?.buckets ?? []);
  return checked.ok ? null : checked;
}

/**
 * The flow's port that reads the files of a request; undefined if the request has no files and does not ask for the
 * trace, which shows warnings. It throws like `readFiles`.
 */
export function mailFiles(
  { _attachments = [], _trace = false }: AttachingRequest,
  reading: FileReading,
): FlowPorts<unknown>['readFiles'] {
  if (_attachments.length === 0 && !_trace) return undefined;
  return async ({ html }) => {
    const checked = checkAttachments(_attachments, reading.objects?.buckets ?? []);
    if (!checked.ok) return checked;
    const warnings = contentIdWarnings(checked.files, html);
    if (checked.files.length + warnings.length === 0) return null;
    const read = await readFiles(checked.files, reading);
    return read.ok ? { ...read, warnings } : read;
  };
}
