import {
  inLanguage,
  type LoadedTemplate,
  type LoadTemplate,
} from '../../shared/adapters/tables/template-loader.ts';
import { refuse } from '../../shared/engine/errors.ts';
import { askedLanguage } from '../../shared/engine/language/asked-language.ts';
import type { Variables } from '../../shared/engine/render/program/look-up.ts';
import { renderContent } from '../../shared/engine/render/render-content.ts';
import { renderDraft } from '../../shared/engine/render/render-template.ts';
import { reportVariables } from '../../shared/engine/render/report.ts';
import type { ApiCaller } from '../../shared/http/proxy.ts';
import type { RenderRequest, RenderResponse } from './contract.ts';

const languageTag = 'a language tag such as pt or pt-BR';

export interface RenderPorts {
  loadTemplate: LoadTemplate;
  loadDraft: LoadTemplate;
}

/** Renders a stored template, or for a test key its draft. `report` lists missing variables instead of refusing. */
export async function renderStored(
  { template_id, variables = {}, language, report = false, draft = false }: RenderRequest,
  { accountId, test }: ApiCaller,
  { loadTemplate, loadDraft }: RenderPorts,
): Promise<RenderResponse> {
  if (draft && test === undefined) throw refuse('draftForbidden');
  const asked = askedLanguage('language', language);
  if (!asked.ok) throw refuse('wrongType', 'language', languageTag, 'another text');
  const found = await (draft ? loadDraft : loadTemplate)(accountId, template_id);
  if (found === null) throw refuse(draft ? 'draftNotFound' : 'templateNotFound');
  const template = inLanguage(found, asked.tag);
  if (report) return renderWithReport(template, variables);
  const rendered = renderContent(template.compiled, variables);
  if (rendered.outcome === 'missing') throw refuse('missingVariables', rendered.names);
  return { html: rendered.html, subject: rendered.subject };
}

function renderWithReport(
  { compiled, language }: LoadedTemplate,
  variables: Variables,
): RenderResponse {
  const { html, subject, text } = renderDraft(compiled, variables);
  return {
    html,
    subject,
    text,
    language: language ?? null,
    variables: reportVariables(compiled, variables),
  };
}
