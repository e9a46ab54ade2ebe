import { compileFunction } from 'node:vm';
import handlebars from 'handlebars';
import mustache from 'mustache';
import { compileTemplate } from '../../shared/engine/render/compile-template.ts';
import { programsOf } from '../../shared/engine/render/compiled-template.ts';
import { escapeHtml, HtmlOutput } from '../../shared/engine/render/program/html-output.ts';
import { runProgram } from '../../shared/engine/render/program/run-program.ts';
import { type Mail, type Syntax, write } from './mails.ts';

/** Does everything that an engine can do once for a mail, and returns a function that renders the mail. */
type Engine = (mail: Mail) => () => string;

const quoted = (text: string) => JSON.stringify(text);

/** Mustache has no defaults: a section prints the value, and an inverted section prints the default. */
const inMustache: Syntax = {
  value: (name, _, ifNone) =>
    ifNone === undefined
      ? `{{${name}}}`
      : `{{#${name}}}{{${name}}}{{/${name}}}{{^${name}}}${ifNone}{{/${name}}}`,
  each: (name, inner) => `{{#${name}}}${inner}{{/${name}}}`,
};

const inHandlebars: Syntax = {
  value: (name, _, ifNone) =>
    ifNone === undefined ? `{{${name}}}` : `{{#if ${name}}}{{${name}}}{{else}}${ifNone}{{/if}}`,
  each: (name, inner) => `{{#each ${name}}}${inner}{{/each}}`,
};

/** The body of a function as a person would write it by hand for one mail. */
const inTemplateLiteral: Syntax = {
  text: (text) => text.replace(/[`\\$]/g, '\\$&'),
  value: (name, isInLoop, ifNone) => {
    const value = `${isInLoop ? 'item' : 'variables'}.${name}`;
    return `\${escapeHtml(String(${ifNone === undefined ? value : `${value} ?? ${quoted(ifNone)}`}))}`;
  },
  each: (name, inner) => `\${variables.${name}.map((item) => \`${inner}\`).join('')}`,
};

/**
 * Sources are decoded from UTF-8, as from a table or a file: a string that was concatenated in the
 * program is a rope, which every engine would have to walk at each rendering.
 */
const source = (mail: Mail, syntax?: Syntax): string =>
  Buffer.from(write(mail.parts, syntax)).toString('utf8');

/** Every engine of the comparison, by the name of its package. */
export const engines = {
  /** Renders from the stored program, as the function does. */
  postrider: (mail) => {
    const compiled = compileTemplate({ subject: 'Your order', html: source(mail), text: '' });
    const programs = programsOf(JSON.parse(JSON.stringify(compiled)));
    return () => {
      const missing: string[] = [];
      const rendered = runProgram(programs.html, mail.variables, new HtmlOutput(), missing);
      if (missing.length > 0) throw new Error(`Missing: ${missing.join(', ')}`);
      return rendered;
    };
  },
  'template-literal': (mail) => {
    const literal = `return \`${source(mail, inTemplateLiteral)}\``;
    const render = compileFunction(literal, ['variables', 'escapeHtml']);
    return () => render(mail.variables, escapeHtml) as string;
  },
  // Mustache caches what it parsed, by the whole source.
  mustache: (mail) => {
    const template = source(mail, inMustache);
    return () => mustache.render(template, mail.variables);
  },
  handlebars: (mail) => {
    const render = handlebars.compile(source(mail, inHandlebars));
    return () => render(mail.variables);
  },
} satisfies Record<string, Engine>;
