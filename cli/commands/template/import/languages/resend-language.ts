import { escapeHtml } from '../../../../../shared/engine/render/program/html-output.ts';
import type { SourceNode, TemplateLanguage } from './tree.ts';

/** The default of each variable; null where it has none. */
export type Fallbacks = ReadonlyMap<string, string | number | boolean | null>;

/** Names that Resend fills in itself. https://resend.com/docs/dashboard/templates/template-variables */
const reserved = /^(?:FIRST_NAME|LAST_NAME|EMAIL|(?:RESEND_)?UNSUBSCRIBE_URL|contact\b.*|this)$/;

/**
 * The language of one template of Resend: variables in three braces, and nothing else. Their values are text: Resend's
 * three braces do not mean raw HTML.
 */
export function resendLanguage(fallbacks: Fallbacks): TemplateLanguage {
  const read = (source: string): SourceNode[] => {
    const nodes: SourceNode[] = [];
    let at = 0;
    for (const match of source.matchAll(/\{\{\{\s*([^{}|]+?)\s*(?:\|([^{}]*))?\}\}\}/g)) {
      const [tag, name = '', inline] = match;
      if (match.index > at) nodes.push({ kind: 'text', text: source.slice(at, match.index) });
      at = match.index + tag.length;
      const fallback = inline ?? fallbacks.get(name) ?? null;
      nodes.push(
        reserved.test(name)
          ? { kind: 'unknown', source: name, why: ofResend }
          : {
              ...{ kind: 'value', path: { up: 0, parts: [name] }, isRaw: false, source: name },
              default: fallback === null ? null : String(fallback),
            },
      );
    }
    return [...nodes, { kind: 'text', text: source.slice(at) }];
  };
  return {
    read,
    render: (source, data, { isHtml }) =>
      read(source)
        .map((node) => {
          if (node.kind === 'text') return node.text;
          if (node.kind !== 'value') return '';
          const value = data[node.path.parts.join('.')] ?? node.default ?? '';
          return isHtml ? escapeHtml(String(value)) : String(value);
        })
        .join(''),
    namesAreLevels: false,
  };
}

const ofResend = 'Resend writes a value of its own here: give one of yours as a variable';
