import {
  compileTemplate,
  type TemplateSource,
} from '../../../../shared/engine/render/compile-template.ts';
import type { CompiledTemplate } from '../../../../shared/engine/render/compiled-template.ts';
import { deriveTextTemplate } from '../../../../shared/engine/render/derive-text.ts';
import { renderContent } from '../../../../shared/engine/render/render-content.ts';
import { renderMail } from '../../../../shared/engine/render/render-template.ts';

type Variables = Record<string, unknown>;

/** A template as it is served: compiled, stored as JSON and read again. */
export function storedTemplate(source: Partial<TemplateSource>): CompiledTemplate {
  const template = compileTemplate({ subject: 'A subject', html: '', text: null, ...source });
  return JSON.parse(JSON.stringify(template));
}

/** The HTML of a template that has only HTML. */
export function renderHtml(html: string, variables: Variables = {}): string {
  const rendering = renderContent(storedTemplate({ html }), variables);
  if (rendering.outcome === 'missing') throw new Error(`missing: ${rendering.names.join(', ')}`);
  return rendering.html;
}

/** The names of the missing variables when a template is rendered. */
export function missingNames(source: Partial<TemplateSource>, variables: Variables = {}) {
  const rendering = renderContent(storedTemplate(source), variables);
  return rendering.outcome === 'missing' ? rendering.names : [];
}

export function renderSubject(subject: string, variables: Variables = {}): string {
  const rendering = renderContent(storedTemplate({ subject }), variables);
  if (rendering.outcome === 'missing') throw new Error(`missing: ${rendering.names.join(', ')}`);
  return rendering.subject;
}

/** The text of a mail whose author wrote none. */
export async function renderDerivedText(html: string, variables: Variables = {}): Promise<string> {
  const template = storedTemplate({ html, text: deriveTextTemplate(html) });
  const rendering = await renderMail(template, variables);
  if (rendering.outcome === 'missing') throw new Error(`missing: ${rendering.names.join(', ')}`);
  return rendering.text;
}
