import { createRequire } from 'node:module';
import * as z from 'zod/mini';

/** The HTML of an MJML source, or why there is none. */
export type MjmlOutcome =
  | { ok: true; html: string }
  | { ok: false; problems: { message: string; line?: number }[] };

const answer = z.object({
  html: z.string(),
  errors: z.optional(z.array(z.object({ line: z.number(), message: z.string() }))),
});

/**
 * Compiles MJML with the package `mjml` of the project that has the file. It reads no other file: `mj-include` is
 * ignored, because a template's folder may come from another person.
 */
export async function compileMjml(file: string, source: string): Promise<MjmlOutcome> {
  const compile = compilerFor(file);
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

/** The compiler that the file's project has installed; null for none. */
function compilerFor(file: string): Compile | null {
  const require = createRequire(file);
  const path = pathOf(require);
  if (path === null) return null;
  const loaded = require(path);
  return typeof loaded === 'function' ? loaded : loaded.default;
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
