import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { nearest, packageFolders } from '../../lib/project.ts';

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

/** The compiler that the user's project has installed; null for none. */
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
