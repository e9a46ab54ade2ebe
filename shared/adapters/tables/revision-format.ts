import * as z from 'zod/mini';
import type { CompiledTemplate } from '../../engine/render/compiled-template.ts';
import type { DerivedText } from '../../engine/render/program/assemble-program.ts';
import { contentParts, shapeOf, templateParts } from '../../engine/template-parts.ts';
import { compress, decompress } from './zstd.ts';

/** Raise it when the meaning of a revision's programs, or of the pieces of its derived text, changes. */
export const revisionFormat = 1;

/** A revision that a newer version of the service saved. */
export class NewerRevision extends Error {
  override readonly name = 'NewerRevision';
}

/** A template's content in one language other than its default. */
const languageRevision = z.object({
  ...shapeOf(contentParts, 'stored'),
  compiled: z.custom<CompiledTemplate>(isObject),
});

const { languages: _, tags: labels, ...ownParts } = shapeOf(templateParts, 'stored');

const ownRevision = z.object({
  format: z.literal(revisionFormat),
  kind: z.optional(z.literal('partial')),
  ...ownParts,
  partials: z.optional(z.record(z.string(), z.number())),
  /** The template's own tags: `tags` was taken when they came. */
  labels,
  /** The tags of the other languages, in the order of their lines. */
  tags: z.optional(z.array(z.string())),
  textTemplate: z.nullable(z.custom<DerivedText>(Array.isArray)),
  compiled: z.custom<CompiledTemplate>(isObject),
  plan: z.unknown(),
});

export type LanguageRevision = z.infer<typeof languageRevision>;

/**
 * A template at one revision. `textTemplate` is derived from the HTML; null if the author wrote a text, or if each text
 * is converted from the rendered HTML. `partials`: their revisions by id. `languages`: the content in other languages
 * by tag. `readPlan` checks the version of `plan`.
 */
export type TemplateRevision = Omit<z.infer<typeof ownRevision>, 'tags' | 'labels'> & {
  tags?: string[] | undefined;
  languages?: Record<string, LanguageRevision> | undefined;
};

/** A revision as text: a line of JSON, and one for each other language. The same content gives the same text. */
export function revisionText({ languages = {}, tags: labels, ...own }: TemplateRevision): string {
  const tags = Object.keys(languages);
  const first = { ...own, labels, ...(tags.length > 0 && { tags }) };
  return [first, ...Object.values(languages)].map((line) => JSON.stringify(line)).join('\n');
}

/** A revision as it is stored: its text, compressed. The same content gives the same bytes. */
export function encodeRevision(revision: TemplateRevision): Uint8Array {
  return compress(revisionText(revision));
}

/** Reads what `encodeRevision` made. Throws for anything else, and `NewerRevision` for a newer format. */
export function decodeRevision(content: Uint8Array): TemplateRevision {
  const lines = linesOf(content);
  const { tags = [], labels, ...rest } = readOwn(lines);
  const own = labels === undefined ? rest : { ...rest, tags: labels };
  if (tags.length === 0) return own;
  const languages = tags.map((tag, at) => [tag, readLanguage(lines, at)] as const);
  return { ...own, languages: Object.fromEntries(languages) };
}

/** A revision whose other languages are still encoded. */
export type ServedRevision = Omit<TemplateRevision, 'languages' | 'tags'> & {
  /** Of the other languages. */
  readonly tags: readonly string[];
};

/** Like `decodeRevision`, without the other languages. */
export function decodeServed(content: Uint8Array): ServedRevision {
  return { tags: [], ...readOwn(linesOf(content)) };
}

/** The other language at a place in the list of `tags`. */
export function decodeLanguage(content: Uint8Array, at: number): LanguageRevision {
  return readLanguage(linesOf(content), at);
}

/** In the text of a revision each line feed ends a line: in a JSON string it is escaped. */
function linesOf(content: Uint8Array): Buffer[] {
  const text = decompress(content);
  const lines: Buffer[] = [];
  let start = 0;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
    lines.push(text.subarray(start, end));
    start = end + 1;
  }
  return [...lines, text.subarray(start)];
}

function readOwn([first]: readonly Buffer[]) {
  const stored: unknown = JSON.parse(String(first));
  const revision = ownRevision.safeParse(stored);
  if (revision.success) return revision.data;
  if (versioned.safeParse(stored).data?.format === revisionFormat) throw revision.error;
  throw new NewerRevision(
    'The template was saved by a newer version of the service: deploy that one again',
  );
}

function readLanguage(lines: readonly Buffer[], at: number): LanguageRevision {
  return languageRevision.parse(JSON.parse(String(lines[at + 1])));
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

const versioned = z.object({ format: z.number() });
