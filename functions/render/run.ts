import type { LoadTemplate } from '../../shared/adapters/template-loader.ts';
import { refuse } from '../../shared/errors.ts';
import type { Caller } from '../../shared/http/proxy.ts';
import { renderContent } from '../../shared/render/render-template.ts';
import type { RenderRequest, RenderResponse } from './contract.ts';

export interface RenderPorts {
  loadTemplate: LoadTemplate;
}

/**
 * Renders a stored template of the caller's account. Throws the refusals `templateNotFound`,
 * `missingVariables`, and those of rendering (`wrongType`, `overLimit`).
 */
export async function renderStored(
  { template_id, variables = {} }: RenderRequest,
  { accountId }: Caller,
  { loadTemplate }: RenderPorts,
): Promise<RenderResponse> {
  const template = await loadTemplate(accountId, template_id);
  if (template === null) throw refuse('templateNotFound');
  const rendered = renderContent(template.compiled, variables);
  if (rendered.outcome === 'missing') throw refuse('missingVariables', rendered.names);
  return { html: rendered.html, subject: rendered.subject };
}
