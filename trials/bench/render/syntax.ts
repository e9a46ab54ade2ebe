/** A part of a mail, in no engine's syntax. */
export type Part =
  | string
  | { readonly name: string; readonly default?: string }
  | { readonly each: string; readonly parts: readonly Part[] };

/** How an engine's language writes the parts of a mail. */
interface Syntax {
  /** Text between the tags. Default: unchanged. */
  text?: (text: string) => string;
  value: (name: string, isInLoop: boolean, ifNone?: string) => string;
  each: (name: string, inner: string) => string;
}

/** A mail's source in an engine's language. */
export function write(parts: readonly Part[], syntax: Syntax, isInLoop = false): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return syntax.text?.(part) ?? part;
      if ('each' in part) return syntax.each(part.each, write(part.parts, syntax, true));
      return syntax.value(part.name, isInLoop, part.default);
    })
    .join('');
}

const quoted = (text: string) => JSON.stringify(text);

/** Our own: a placeholder holds its default. */
export const postrider: Syntax = {
  value: (name, _, ifNone) => `{{${ifNone === undefined ? name : `${name}|${ifNone}`}}}`,
  each: (name, inner) => `{{#${name}}}${inner}{{/${name}}}`,
};

/** Mustache has no defaults: a section prints the value, and an inverted section prints the default. */
export const mustache: Syntax = {
  value: (name, _, ifNone) =>
    ifNone === undefined
      ? `{{${name}}}`
      : `{{#${name}}}{{${name}}}{{/${name}}}{{^${name}}}${ifNone}{{/${name}}}`,
  each: (name, inner) => `{{#${name}}}${inner}{{/${name}}}`,
};

export const handlebars: Syntax = {
  value: (name, _, ifNone) =>
    ifNone === undefined ? `{{${name}}}` : `{{#if ${name}}}{{${name}}}{{else}}${ifNone}{{/if}}`,
  each: (name, inner) => `{{#each ${name}}}${inner}{{/each}}`,
};

/** JavaScript between tags; eta and ejs name the variables differently. */
export const scriptlets = (variables: string): Syntax => ({
  value: (name, isInLoop, ifNone) => {
    const value = `${isInLoop ? 'item' : variables}.${name}`;
    return `<%= ${ifNone === undefined ? value : `${value} ?? ${quoted(ifNone)}`} %>`;
  },
  each: (name, inner) => `<% for (const item of ${variables}.${name}) { %>${inner}<% } %>`,
});

export const nunjucks: Syntax = {
  value: (name, isInLoop, ifNone) =>
    `{{ ${isInLoop ? 'item.' : ''}${name}${ifNone === undefined ? '' : ` or ${quoted(ifNone)}`} }}`,
  each: (name, inner) => `{% for item in ${name} %}${inner}{% endfor %}`,
};

export const liquid: Syntax = {
  value: (name, isInLoop, ifNone) =>
    `{{ ${isInLoop ? 'item.' : ''}${name}${ifNone === undefined ? '' : ` | default: ${quoted(ifNone)}`} }}`,
  each: (name, inner) => `{% for item in ${name} %}${inner}{% endfor %}`,
};

/** The body of a function as a person would write it by hand for one mail. */
export const templateLiteral: Syntax = {
  text: (text) => text.replace(/[`\\$]/g, '\\$&'),
  value: (name, isInLoop, ifNone) => {
    const value = `${isInLoop ? 'item' : 'variables'}.${name}`;
    return `\${escapeHtml(String(${ifNone === undefined ? value : `${value} ?? ${quoted(ifNone)}`}))}`;
  },
  each: (name, inner) => `\${variables.${name}.map((item) => \`${inner}\`).join('')}`,
};
