import {
  compileTemplate,
  type TemplateSource,
} from '../../../../../shared/engine/render/compile-template.ts';
import { deriveTextTemplate } from '../../../../../shared/engine/render/derive-text.ts';
import type {
  PartialTemplate,
  TakenPartials,
} from '../../../../../shared/engine/render/join/taken-partials.ts';
import { renderMail } from '../../../../../shared/engine/render/render-template.ts';
import { TemplateSyntaxError } from '../../../../../shared/engine/render/syntax/template-problem.ts';

/** Partials by id; a string is a partial's HTML. */
export type WrittenPartials = Readonly<Record<string, string | PartialTemplate>>;

export type Joined = { layout?: string; id?: string };

export function taking(partials: WrittenPartials, joined: Joined = {}): TakenPartials {
  const templates = Object.entries(partials).map(
    ([id, partial]) => [id, typeof partial === 'string' ? { html: partial } : partial] as const,
  );
  return { partials: new Map(templates), ...joined };
}

/** The mail of a template that takes partials; its text is derived if it has none. */
export async function renderJoined(
  { html, text }: { html: string; text?: string },
  taken: TakenPartials,
  variables: Record<string, unknown> = {},
) {
  const written: TemplateSource['text'] = text ?? deriveTextTemplate(html, taken);
  const compiled = compileTemplate({ subject: 'A subject', html, text: written }, taken);
  const rendering = await renderMail(JSON.parse(JSON.stringify(compiled)), variables);
  if (rendering.outcome === 'missing') throw new Error(`missing: ${rendering.names.join(', ')}`);
  return rendering;
}

/** All problems of a template that takes partials, as `part file line:column message`. */
export function problemsOfJoined(source: Partial<TemplateSource>, taken: TakenPartials): string[] {
  try {
    compileTemplate({ subject: '', html: '', text: null, ...source }, taken);
    return [];
  } catch (error) {
    if (!(error instanceof TemplateSyntaxError)) throw error;
    return error.message.split('\n');
  }
}
