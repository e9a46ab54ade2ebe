import { Cascade } from './cascade.ts';
import { beginsStandIn } from './stand-in.ts';

/** `p`, `.name`, `#name`, `p.name` or `p#name`: found by a look-up. */
const simpleSelector = /^(?=.)([a-z][a-z0-9-]*)?([.#]-?[_a-z][\w-]*)?$/i;

/** Between two kinds of selectors; within a kind the place in the sheet decides, and inline styles rank above all. */
const perKind = 1e9;
export const inlineRank = 9 * perKind;

/** The rules for every reader. Ignores at-rules and selectors that are not simple, so that no word is lost. */
export class StyleRules {
  private readonly bySelector = new Map<string, Cascade>();
  private order = 0;

  /** Reads each sheet separately: a block that one leaves open does not continue in the next. */
  constructor(sheets: readonly string[]) {
    for (const { selectors, declarations } of sheets.flatMap((css) => [...readRules(css)])) {
      const own = new Cascade();
      own.add(declarations, 0);
      if (own.isEmpty) continue;
      for (const selector of selectors.split(',')) this.add(selector.trim(), own);
    }
  }

  /** Adds the declarations that the rules have for an element to `cascade`. */
  apply(cascade: Cascade, name: string, attributes: Attributes): void {
    if (this.bySelector.size === 0) return;
    this.find(cascade, name);
    for (const suffix of suffixesOf(attributes)) {
      this.find(cascade, suffix);
      this.find(cascade, name + suffix);
    }
  }

  private add(selector: string, declarations: Cascade): void {
    const [, name = '', suffix = ''] = simpleSelector.exec(selector) ?? [];
    const key = name.toLowerCase() + suffix;
    if (key === '') return;
    const cascade = this.bySelector.get(key) ?? new Cascade();
    const kind = (suffix === '' ? 0 : suffix.startsWith('.') ? 2 : 4) + (name === '' ? 0 : 1);
    cascade.merge(declarations, kind * perKind + this.order++);
    this.bySelector.set(key, cascade);
  }

  private find(cascade: Cascade, selector: string): void {
    const found = this.bySelector.get(selector);
    if (found !== undefined) cascade.merge(found);
  }
}

type Attributes = Readonly<Record<string, string>>;

/** Classes and id as selectors; none if a section may leave the attributes out. */
function suffixesOf(attributes: Attributes): Set<string> {
  if (Object.keys(attributes).some((name) => name.includes(beginsStandIn))) return new Set();
  const suffixes = new Set(certainNames(attributes.class ?? '').map((name) => `.${name}`));
  return attributes.id === undefined ? suffixes : suffixes.add(`#${attributes.id}`);
}

/** The classes of every rendering: names after a tag may depend on a section. */
function certainNames(classes: string): string[] {
  const tag = classes.indexOf(beginsStandIn);
  const names = (tag === -1 ? classes : classes.slice(0, tag)).split(/[ \t\n\f\r]+/);
  return tag === -1 ? names : names.slice(0, -1);
}

type Rule = { readonly selectors: string; readonly declarations: string };

const comment = /\/\*[\s\S]*?(?:\*\/|$)/g;

/** Comments, strings, braces, semicolons, escapes: what may begin or end a rule. */
const mark =
  /\/\*[\s\S]*?(?:\*\/|$)|<!--|-->|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?|[{};]|\\[\s\S]/g;

/** Reads the rules outside at-rules (CSS Syntax, section 5.4). */
function* readRules(css: string): Generator<Rule> {
  let prelude = new Prelude();
  let [begun, depth] = [0, 0];
  for (const { 0: found, index } of css.matchAll(mark)) {
    const isBrace = found === '{' || found === '}';
    if (depth > 0 && !isBrace) continue;
    if (depth === 0) {
      prelude.add(css.slice(begun, index));
      begun = index + found.length;
    }
    if (found === '{') depth += 1;
    else if (depth === 0) prelude = prelude.pass(found);
    else if (--depth === 0) {
      yield* prelude.rule(css.slice(begun, index));
      prelude = new Prelude();
      begun = index + found.length;
    }
  }
  if (depth > 0) yield* prelude.rule(css.slice(begun));
}

/** The text before a block: selectors, or an at-rule. */
class Prelude {
  private text = '';
  private isAtRule = false;

  add(text: string): void {
    if (this.text === '') {
      const begin = text.trimStart();
      this.isAtRule = begin.startsWith('@');
      this.text = begin;
    } else {
      this.text += text;
    }
  }

  /** Passes a mark that begins no block. Returns the prelude to continue with. */
  pass(found: string): Prelude {
    if (found === ';' && this.isAtRule) return new Prelude();
    this.add(/^(\/\*|<!--|-->)/.test(found) ? ' ' : found);
    return this;
  }

  /** The rule with this block; none if it is not supported, as with a block within. */
  *rule(block: string): Generator<Rule> {
    const declarations = block.replace(comment, '');
    // A comma in brackets separates no selectors.
    const isUnderstood = !this.isAtRule && !/[([]/.test(this.text) && !declarations.includes('{');
    if (isUnderstood) yield { selectors: this.text, declarations };
  }
}
