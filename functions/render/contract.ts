import * as z from 'zod/mini';
import { jsonObject, requiredString } from '../../shared/http/contract.ts';

/** The body of POST /v1/render. */
export const renderRequest = z.object({
  template_id: requiredString,
  variables: z.optional(jsonObject),
});

export type RenderRequest = z.output<typeof renderRequest>;

export interface RenderResponse {
  html: string;
  subject: string;
}

export const renderExample = {
  request: { template_id: 'receipt', variables: { name: 'Ada' } } satisfies RenderRequest,
  response: { html: '<p>Thank you, Ada.</p>', subject: 'Your receipt' } satisfies RenderResponse,
};
