import { join } from 'node:path';
import { maxTemplateHtmlBytes } from '../../shared/engine/limits.ts';
import type { ManageProblem } from '../../shared/manage/manage-error.ts';
import { compileMjml } from './compile-mjml.ts';
import { type FileReading, readTextFile } from './template-file.ts';

export interface HtmlReading {
  html: FileReading<string>;
  /** The MJML that it was made from; undefined for HTML that the author wrote. */
  mjml?: string;
  /** What is wrong with the MJML beyond the problem of `html`. */
  more: ManageProblem[];
}

const files = { html: 'body.html', mjml: 'body.mjml' } as const;

/** Reads `body.html`, or compiles `body.mjml`. A folder has one of the two. */
export async function readHtml(folder: string): Promise<HtmlReading> {
  const file = join(folder, files.mjml);
  const [html, mjml] = await Promise.all([
    readTextFile(join(folder, files.html), maxTemplateHtmlBytes),
    readTextFile(file, maxTemplateHtmlBytes),
  ]);
  if (mjml.state === 'absent') return { html, more: [] };
  if (mjml.state === 'wrong') return { html: mjml, more: [] };
  if (html.state !== 'absent') {
    const message = 'and body.html both have the HTML: keep one of the two';
    return { html: wrong({ code: 'bad-file', file, message }), more: [] };
  }
  const outcome = await compileMjml(mjml.content);
  if (outcome.ok)
    return { html: { state: 'read', content: outcome.html }, mjml: mjml.content, more: [] };
  const [first, ...more] = outcome.problems.map(
    ({ line, message }): ManageProblem => ({
      ...{ code: 'bad-file', file, message },
      ...(line !== undefined && { line, column: 1 }),
    }),
  );
  if (first === undefined) throw new Error('The compiler of MJML failed without a reason');
  return { html: wrong(first), more };
}

const wrong = (problem: ManageProblem): FileReading<string> => ({ state: 'wrong', problem });

/** Whether the folder has MJML that makes this HTML. */
export async function makesHtml(folder: string, html: string): Promise<boolean> {
  const reading = await readHtml(folder);
  return (
    reading.mjml !== undefined && reading.html.state === 'read' && reading.html.content === html
  );
}

/** The place in MJML of a tag of its HTML; undefined unless the MJML contains the tag exactly once. */
export function placeInMjml(
  mjml: string,
  html: string,
  { line = 1, column = 1 }: { line?: number; column?: number },
): { line: number; column: number } | { line: undefined; column: undefined } {
  const rest = html.split('\n')[line - 1]?.slice(column - 1) ?? '';
  const tag = /^\{\{.*?\}\}+/.exec(rest)?.[0];
  if (tag === undefined || mjml.split(tag).length !== 2)
    return { line: undefined, column: undefined };
  const before = mjml.slice(0, mjml.indexOf(tag)).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
