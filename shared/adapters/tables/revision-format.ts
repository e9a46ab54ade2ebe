import * as z from 'zod/mini';
import type { CompiledTemplate } from '../../engine/render/compiled-template.ts';
import type { DerivedText } from '../../engine/render/program/assemble-program.ts';
import { compress, decompress } from './zstd.ts';

/** Raise it when the meaning of a revision's programs, or of the pieces of its derived text, changes. */
export const revisionFormat = 1;

/** A revision that a newer version of the service saved. */
export class NewerRevision extends Error {
  override readonly name = 'NewerRevision';
}

const languageRevision = z.object({
  subject: z.string(),
  html: z.string(),
  text: z.optional(z.string()),
});

const templateRevision = z.object({
  format: z.literal(revisionFormat),
  name: z.string(),
  kind: z.optional(z.literal('partial')),
  layout: z.optional(z.string()),
  partials: z.optional(z.record(z.string(), z.number())),
  subject: z.string(),
  html: z.string(),
  text: z.optional(z.string()),
  language: z.optional(z.string()),
  languages: z.optional(z.record(z.string(), languageRevision)),
  testData: z.optional(z.record(z.string(), z.unknown())),
  flow: z.optional(z.unknown()),
  keep: z.optional(z.string()),
  secret: z.optional(z.array(z.string())),
  textTemplate: z.nullable(z.custom<DerivedText>(Array.isArray)),
  compiled: z.custom<CompiledTemplate>((value) => typeof value === 'object' && value !== null),
  plan: z.unknown(),
});

/**
 * Everything about a template at one revision: what its author wrote, and what serving it needs.
 * `textTemplate` is derived from the HTML; null where the author wrote a text, and where each text
 * has to be converted from the rendered HTML. `partials` has the revision of each partial that
 * `compiled` was joined with, by id. `plan` has its own version, which `readPlan` checks.
 */
export type TemplateRevision = z.infer<typeof templateRevision>;

/** A revision as it is stored: JSON, compressed. The same content gives the same bytes. */
export function encodeRevision(revision: TemplateRevision): Uint8Array {
  return compress(JSON.stringify(revision));
}

/** Reads what `encodeRevision` made. Throws for anything else, and `NewerRevision` for a newer format. */
export function decodeRevision(content: Uint8Array): TemplateRevision {
  const stored: unknown = JSON.parse(decompress(content));
  const revision = templateRevision.safeParse(stored);
  if (revision.success) return revision.data;
  if (versioned.safeParse(stored).data?.format === revisionFormat) throw revision.error;
  throw new NewerRevision(
    'The template was saved by a newer version of the service: deploy that one again',
  );
}

const versioned = z.object({ format: z.number() });
