import { Parser } from 'htmlparser2';
import { StyleRules } from './style-rules.ts';

/** Reads the rules of all `<style>`, but for those with a `media`, another `type` or in a `<template>`. */
export function readStyleRules(html: string): StyleRules {
  const end = html.toLowerCase().lastIndexOf('</style');
  if (end === -1) return new StyleRules([]);
  const styles = new StyleCollector();
  const parser = new ShallowParser(styles, {
    onopentag: (name, attributes) => styles.open(name, attributes),
    onclosetag: () => styles.close(),
    ontext: (text) => styles.read(text),
  });
  // The parser stops at the last style, near the beginning of mails: only `walkHtml` parses the rest.
  parser.end(html.slice(0, end));
  return new StyleRules(styles.sheets);
}

class StyleCollector {
  readonly sheets: string[] = [];
  private readonly elements: { isInert: boolean; isStyle: boolean }[] = [];

  get depth(): number {
    return this.elements.length;
  }

  passTooDeep(): void {}

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    const isInert = this.elements.at(-1)?.isInert === true || name === 'template';
    const isStyle = name === 'style' && !isInert && isForAll(attributes);
    if (isStyle) this.sheets.push('');
    this.elements.push({ isInert, isStyle });
  }

  close(): void {
    this.elements.pop();
  }

  read(text: string): void {
    if (this.elements.at(-1)?.isStyle) this.sheets.push((this.sheets.pop() ?? '') + text);
  }
}

function isForAll({ media = '', type = '' }: Readonly<Record<string, string>>): boolean {
  return /^\s*(all)?\s*$/i.test(media) && /^\s*(text\/css)?\s*$/i.test(type);
}

/** Open elements at once: the parser moves its whole stack for each tag. Mails nest a few dozen. */
const maxDepth = 1000;

/** Receives what a parser reads, and knows how many elements are open. */
interface Follower {
  readonly depth: number;
  /** The parser calls this when it leaves out an element that is too deep. */
  passTooDeep(): void;
}

/** Leaves out elements that are too deep, but reads the words in them. */
export class ShallowParser extends Parser {
  private readonly follower: Follower;

  constructor(follower: Follower, handler: ConstructorParameters<typeof Parser>[0]) {
    super(handler);
    this.follower = follower;
  }

  override onopentagname(start: number, end: number): void {
    if (this.follower.depth < maxDepth) super.onopentagname(start, end);
    else this.follower.passTooDeep();
  }
}
