import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { nearest, packageFolders } from '../../lib/project.ts';
import { maxTemplateHtmlBytes } from '../../shared/engine/limits.ts';
import type { ManageProblem } from '../../shared/manage/manage-error.ts';
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

/** The HTML of an MJML source, or why there is none. */
export type MjmlOutcome =
  | { ok: true; html: string }
  | { ok: false; problems: { message: string; line?: number }[] };

const answer = z.object({
  html: z.string(),
  errors: z.optional(z.array(z.object({ line: z.number(), message: z.string() }))),
});

/** Uses the package `mjml` of the user's project, never one in a template's folder, and ignores `mj-include`. */
export async function compileMjml(source: string): Promise<MjmlOutcome> {
  const compile = findCompiler();
  if (compile === null) return refused(notInstalled);
  try {
    // Version 4 returns the result, version 5 a promise of it.
    const compiled = answer.safeParse(await compile(source, { ignoreIncludes: true })).data;
    if (!compiled) return refused('was not compiled: the package mjml must have version 4 or 5');
    const { html, errors = [] } = compiled;
    if (errors.length === 0) return { ok: true, html };
    return { ok: false, problems: errors.map(({ line, message }) => ({ line, message })) };
  } catch (error) {
    return refused(`was not compiled: ${error instanceof Error ? error.message : String(error)}`);
  }
}

type Compile = (source: string, options: { ignoreIncludes: boolean }) => unknown;

function findCompiler(): Compile | null {
  for (const folder of packageFolders()) {
    const require = createRequire(join(folder, 'package.json'));
    const path = pathOf(require);
    if (path === null || isOfTemplate(folder) || isOfTemplate(path)) continue;
    const loaded = require(path);
    return typeof loaded === 'function' ? loaded : loaded.default;
  }
  return null;
}

/** Whether a path is in a template's folder, or is one. */
function isOfTemplate(path: string): boolean {
  const from = realpathSync(path);
  return ['template.json', 'body.mjml'].some((file) => nearest(file, from) !== null);
}

function pathOf({ resolve }: NodeJS.Require): string | null {
  try {
    return resolve('mjml');
  } catch {
    return null;
  }
}

const notInstalled =
  'needs the package mjml: run npm install -D mjml in your project, or save its HTML as body.html';

function refused(message: string): MjmlOutcome {
  return { ok: false, problems: [{ message }] };
}
