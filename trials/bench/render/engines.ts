import { compileFunction } from 'node:vm';
import ejs from 'ejs';
import { Eta } from 'eta';
import handlebars from 'handlebars';
import hogan from 'hogan.js';
import { Liquid } from 'liquidjs';
import mustache from 'mustache';
import nunjucks from 'nunjucks';
import wontache from 'wontache';
import { compileTemplate } from '../../../shared/engine/render/compile-template.ts';
import { programsOf } from '../../../shared/engine/render/compiled-template.ts';
import { escapeHtml, HtmlOutput } from '../../../shared/engine/render/program/html-output.ts';
import { runProgram } from '../../../shared/engine/render/program/run-program.ts';
import type { Mail } from './mails.ts';
import * as syntax from './syntax.ts';

/** Does everything that an engine can do once for a mail, and returns a function that renders the mail. */
type Engine = (mail: Mail) => () => string;

/**
 * Sources are decoded from UTF-8, as from a table or a file: a string that was concatenated in the
 * program is a rope, which every engine would have to walk at each rendering.
 */
const source = (mail: Mail, language: Parameters<typeof syntax.write>[1]): string =>
  Buffer.from(syntax.write(mail.parts, language)).toString('utf8');

/** Our own program of a mail, as it is stored when the mail is saved. */
export function storedProgram(mail: Mail): string {
  const html = source(mail, syntax.postrider);
  return JSON.stringify(compileTemplate({ subject: 'Your order', html, text: '' }));
}

/** Renders from a stored program, as the function does: the program is read once. */
export function fromStored(stored: string, { variables }: Mail): () => string {
  const programs = programsOf(JSON.parse(stored));
  return () => {
    const missing: string[] = [];
    const rendered = runProgram(programs.html, variables, new HtmlOutput(), missing);
    if (missing.length > 0) throw new Error(`Missing: ${missing.join(', ')}`);
    return rendered;
  };
}

const postrider: Engine = (mail) => fromStored(storedProgram(mail), mail);

const templateLiteral: Engine = (mail) => {
  const literal = `return \`${source(mail, syntax.templateLiteral)}\``;
  const render = compileFunction(literal, ['variables', 'escapeHtml']);
  return () => render(mail.variables, escapeHtml) as string;
};

/** Every engine of the comparison, by the name of its package. */
export const engines: Readonly<Record<string, Engine>> = {
  postrider,
  'template-literal': templateLiteral,
  // Mustache caches what it parsed, by the whole source.
  mustache: (mail) => {
    const template = source(mail, syntax.mustache);
    return () => mustache.render(template, mail.variables);
  },
  handlebars: (mail) => {
    const render = handlebars.compile(source(mail, syntax.handlebars));
    return () => render(mail.variables);
  },
  eta: (mail) => {
    const eta = new Eta();
    const render = eta.compile(source(mail, syntax.scriptlets('it')));
    return () => render.call(eta, mail.variables);
  },
  ejs: (mail) => {
    const render = ejs.compile(source(mail, syntax.scriptlets('it')), {
      localsName: 'it',
      _with: false,
    });
    return () => render(mail.variables);
  },
  nunjucks: (mail) => {
    const environment = new nunjucks.Environment(null, { autoescape: true });
    const template = nunjucks.compile(source(mail, syntax.nunjucks), environment);
    return () => template.render(mail.variables);
  },
  liquidjs: (mail) => {
    const liquid = new Liquid({ outputEscape: 'escape' });
    const template = liquid.parse(source(mail, syntax.liquid));
    return () => liquid.renderSync(template, mail.variables) as string;
  },
  'hogan.js': (mail) => {
    const template = hogan.compile(source(mail, syntax.mustache));
    return () => template.render(mail.variables);
  },
  wontache: (mail) => {
    const render = wontache(source(mail, syntax.mustache));
    return () => render(mail.variables);
  },
};
