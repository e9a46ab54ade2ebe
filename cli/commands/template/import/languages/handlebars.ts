import Handlebars from 'handlebars';
import { readHandlebars, withoutTagEntities } from './read-handlebars.ts';
import type { SourceNode, TemplateLanguage } from './tree.ts';

const engine = Handlebars.create();

/** SendGrid's helper for a value with a default. */
engine.registerHelper('insert', (value: unknown, fallback: unknown) => {
  const isGiven = value !== undefined && value !== null && value !== '';
  return isGiven || typeof fallback !== 'string' ? value : fallback.replace(/^default=/, '');
});

/** Content that a service adds to a mail by itself, and postrider does not. */
interface OfService {
  service: string;
  /** Names that are not variables of the caller. */
  names?: readonly string[];
  /** Marks of another language of the service, in the text between tags. */
  marks?: RegExp;
}

/** A service's dialect of Handlebars. */
export function handlebarsOf({ service, names = [], marks }: OfService): TemplateLanguage {
  const why = `${service} writes a value of its own here: give one of yours as a variable`;
  const judge = (node: SourceNode): SourceNode[] => {
    if (node.kind === 'value' && names.includes(node.path.parts.join('.'))) {
      return [{ kind: 'unknown', source: node.source, why }];
    }
    if (node.kind === 'text' && marks) return apart(node.text, marks, why);
    if ('body' in node) {
      return [
        { ...node, body: node.body.flatMap(judge), otherwise: node.otherwise.flatMap(judge) },
      ];
    }
    return [node];
  };
  return {
    read: (source) => readHandlebars(source).flatMap(judge),
    render: (source, data, { isHtml }) =>
      engine.compile(withoutTagEntities(source), { noEscape: !isHtml })(data),
    namesAreLevels: false,
  };
}

/** Handlebars without a service's additions. */
export const handlebars = handlebarsOf({ service: 'Handlebars' });

function apart(text: string, marks: RegExp, why: string): SourceNode[] {
  const nodes: SourceNode[] = [];
  let at = 0;
  for (const { 0: source, index } of text.matchAll(marks)) {
    if (index > at) nodes.push({ kind: 'text', text: text.slice(at, index) });
    nodes.push({ kind: 'unknown', source, why });
    at = index + source.length;
  }
  return [...nodes, { kind: 'text', text: text.slice(at) }];
}
