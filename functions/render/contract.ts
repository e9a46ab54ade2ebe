import * as z from 'zod/mini';
import type { VariableReport } from '../../shared/engine/render/report.ts';
import { jsonObject, requiredString } from '../../shared/http/contract.ts';

export const renderRequest = z.object({
  template_id: requiredString,
  variables: z.optional(jsonObject),
  /** The tag of the language that the content is wanted in. Default: the template's own. */
  language: z.optional(z.string()),
  /** Adds the text and a report of each variable to the answer. Default: false. */
  report: z.optional(z.boolean()),
  /** Renders the template's draft; only for test keys. Default: false. */
  draft: z.optional(z.boolean()),
});

export type RenderRequest = z.output<typeof renderRequest>;

export interface RenderResponse {
  html: string;
  subject: string;
  /** Only with `report: true`. Null if the template prints raw HTML, because each mail's text is derived from it. */
  text?: string | null;
  /** Only with `report: true`: the tag of the content's language; null if the template does not say it. */
  language?: string | null;
  /** Only with `report: true`. */
  variables?: VariableReport;
}

export const renderExample = {
  request: { template_id: 'receipt', variables: { name: 'Ada' } } satisfies RenderRequest,
  response: { html: '<p>Thank you, Ada.</p>', subject: 'Your receipt' } satisfies RenderResponse,
};
