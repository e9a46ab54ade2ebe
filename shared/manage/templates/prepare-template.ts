import { encodeRevision, type TemplateRevision } from '../../adapters/tables/revision-format.ts';
import type { FlowStatus } from '../../adapters/tables/templates-table.ts';
import { maxStoredRevisionBytes } from '../../engine/limits.ts';
import type { ManageProblem } from '../manage-error.ts';
import { compileSource } from './compile-source.ts';
import { inKilobytes, limitProblems } from './template-limits.ts';
import type { TemplateSource } from './template-source.ts';

/** A template that may be saved: checked, compiled and encoded. */
export interface PreparedTemplate {
  templateId: string;
  revision: TemplateRevision;
  /** The revision as it will be stored. */
  content: Uint8Array;
  flowStatus: FlowStatus;
}

export type Preparation =
  | { ok: true; prepared: PreparedTemplate }
  | { ok: false; problems: readonly ManageProblem[] };

/**
 * Checks everything about a template, compiles it and encodes it. Nothing is written; everything
 * that is wrong is found at once.
 */
export async function prepareTemplate(source: TemplateSource): Promise<Preparation> {
  const { templateId } = source;
  const refused = (problems: readonly ManageProblem[]): Preparation => ({
    ok: false,
    problems: problems.map((problem) => ({ templateId, ...problem })),
  });

  const tooMuch = limitProblems(source);
  const compilation = await compileSource(source);
  if (!compilation.ok) return refused([...tooMuch, ...compilation.problems]);
  if (tooMuch.length > 0) return refused(tooMuch);
  const content = encodeRevision(compilation.revision);
  if (content.length > maxStoredRevisionBytes) {
    const message = `compresses to ${inKilobytes(content.length)}, and at most ${inKilobytes(maxStoredRevisionBytes)} can be stored: link to images instead of writing them into the HTML`;
    return refused([{ code: 'too-large', part: 'html', message }]);
  }
  const { revision, flowStatus } = compilation;
  return { ok: true, prepared: { templateId, revision, content, flowStatus } };
}
