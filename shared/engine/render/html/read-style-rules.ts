import { Parser } from 'htmlparser2';
import { StyleRules } from './style-rules.ts';

/**
 * The rules of an HTML's own `<style>` elements, wherever they stand. One for some readers only
 * (`media`), of another language (`type`) or in a `<template>` has none.
 */
export function readStyleRules(html: string): StyleRules {
  const end = html.toLowerCase().lastIndexOf('</style');
  if (end === -1) return new StyleRules([]);
  const styles = new StyleCollector();
  const parser = new ShallowParser(styles, {
    onopentag: (name, attributes) => styles.open(name, attributes),
    onclosetag: () => styles.close(),
    ontext: (text) => styles.read(text),
  });
  // Mails have their styles at the begin: what comes after the last is not read twice.
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

/**
 * Elements open at once. The parser searches and moves its whole stack for each tag, which
 * hundreds of thousands of open ones make quadratic; mails nest a few dozen.
 */
const maxDepth = 1000;

/** What follows a parser, and knows how deep it is. */
interface Follower {
  readonly depth: number;
  /** An element begins that is too deep, and is left out. */
  passTooDeep(): void;
}

/** Takes no element that is too deep; the words in it are read anyway. */
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
