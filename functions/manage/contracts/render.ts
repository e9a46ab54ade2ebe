import * as z from 'zod/mini';
import { data } from './common.ts';
import { templateVariable } from './templates.ts';

/** `POST /render`: a draft, rendered by what sends mail, and stored nowhere. */
export const renderDraft = z.object({
  subject: z.string(),
  html: z.string(),
  text: z._default(z.nullable(z.string()), null),
  data: z._default(data, {}),
});

export type RenderDraft = z.input<typeof renderDraft>;

/**
 * What a mail would be. A template that cannot be compiled is `invalid`, with the place of each
 * problem; a missing variable is none: it prints nothing, and is named in `missing`.
 */
export const renderedDraft = z.object({
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  variables: z.array(templateVariable),
  missing: z.array(z.string()),
  /** Given in the data, but named nowhere in the template. */
  unused: z.array(z.string()),
  /** What would be accepted but surprises: a sentence each, with its place where it has one. */
  warnings: z.array(
    z.object({
      /** Stays what it is, however the sentence changes; `template lint` has the same. */
      code: z.string(),
      detail: z.string(),
      part: z.enum(['subject', 'html', 'text', 'testData']),
      line: z.optional(z.number()),
      column: z.optional(z.number()),
      /** The variable that it is about, as it is written. */
      variable: z.optional(z.string()),
    }),
  ),
});

export type RenderedDraft = z.output<typeof renderedDraft>;
