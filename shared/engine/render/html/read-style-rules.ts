import { ShallowParser } from './shallow-parser.ts';
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
