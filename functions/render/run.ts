import type { LoadTemplate } from '../../shared/adapters/tables/template-loader.ts';
import { refuse } from '../../shared/engine/errors.ts';
import type { TemplatePrograms } from '../../shared/engine/render/compiled-template.ts';
import type { Variables } from '../../shared/engine/render/program/look-up.ts';
import { renderContent } from '../../shared/engine/render/render-content.ts';
import { renderDraft } from '../../shared/engine/render/render-template.ts';
import { reportVariables } from '../../shared/engine/render/report.ts';
import type { ApiCaller } from '../../shared/http/proxy.ts';
import type { RenderRequest, RenderResponse } from './contract.ts';

export interface RenderPorts {
  loadTemplate: LoadTemplate;
  loadDraft: LoadTemplate;
}

/**
 * Renders a stored template of the caller's account, or for a test key its draft. With `report` it lists missing variables in the report, instead
 * of refusing the request.
 *
 * Throws the refusals `templateNotFound`, `draftForbidden`, `draftNotFound`, `missingVariables`, and those of rendering (`wrongType`,
 * `overLimit`).
 */
export async function renderStored(
  { template_id, variables = {}, report = false, draft = false }: RenderRequest,
  { accountId, test }: ApiCaller,
  { loadTemplate, loadDraft }: RenderPorts,
): Promise<RenderResponse> {
  if (draft && test === undefined) throw refuse('draftForbidden');
  const template = await (draft ? loadDraft : loadTemplate)(accountId, template_id);
  if (template === null) throw refuse(draft ? 'draftNotFound' : 'templateNotFound');
  if (report) return renderWithReport(template.compiled, variables);
  const rendered = renderContent(template.compiled, variables);
  if (rendered.outcome === 'missing') throw refuse('missingVariables', rendered.names);
  return { html: rendered.html, subject: rendered.subject };
}

function renderWithReport(template: TemplatePrograms, variables: Variables): RenderResponse {
  const { html, subject, text } = renderDraft(template, variables);
  return { html, subject, text, variables: reportVariables(template, variables) };
}
