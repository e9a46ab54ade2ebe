import type { Reading } from '../reading.ts';

/** Attributes that hold an address. An animation's attributes set a new `href`. */
const addresses: ReadonlySet<string> = new Set(
  [
    'href xlink:href src action formaction background cite codebase imagesrcset data dynsrc longdesc',
    'lowsrc ping poster to from by values',
  ].flatMap((names) => names.split(' ')),
);

/** The base of relative addresses. */
const base = 'http://mail.example/';

/** The base for elements of the class `own`, whose host no value may change. */
const ownBase = 'http://shop.example/';

/** Describes the document in the browser, and the same HTML parsed without scripts. */
export function describe(inside: Document, html: string): Omit<Reading, 'ran'> {
  const unscripted = new DOMParser().parseFromString(html, 'text/html');
  const elements = [...elementsOf(inside), ...elementsOf(unscripted)];
  const rules = elements.flatMap(rulesOf);
  const styles = [...rules.map(({ cssText }) => cssText), ...elements.map(styleOf)];
  const fetched = styles.flatMap(fetchedBy);
  const hosts = elements.flatMap((element) => {
    const all = [...addressesOf(element), ...fetchedBy(styleOf(element))];
    return all.map((address) => hostOf(address, element.className === 'own' ? ownBase : base));
  });
  return {
    shape: [...elements.map(shapeOf), ...rules.map(nameOf)],
    schemes: elements.flatMap(addressesOf).map(schemeOf),
    fetched: fetched.map(schemeOf),
    hosts: [
      ...hosts,
      ...rules.flatMap(({ cssText }) => fetchedBy(cssText)).map((address) => hostOf(address, base)),
    ],
  };
}

/** Every element in order, including those inside HTML's `<template>`, which is a separate document. */
export function elementsOf(inside: ParentNode): Element[] {
  return [...inside.querySelectorAll('*')].flatMap((element) => {
    const { content } = element as Partial<HTMLTemplateElement>;
    return typeof content === 'object' ? [element, ...elementsOf(content)] : [element];
  });
}

/** The scheme that the browser reads in an address, without its colon; empty if it reads none. */
export function schemeOf(address: string): string {
  return URL.canParse(address, base) ? new URL(address, base).protocol.slice(0, -1) : '';
}

function hostOf(address: string, from: string): string {
  return URL.parse(address, from)?.hostname ?? '';
}

/** The address of a link; in SVG, the address that an animation gave it. */
export function addressOf(link: Element): string {
  const { href } = link as Partial<SVGAElement>;
  return href?.animVal ?? link.getAttribute('href') ?? '';
}

function shapeOf(element: Element): string {
  const names = Array.from(element.attributes, ({ name }) => ` ${name}`).join('');
  const language = element.namespaceURI?.match(/\w+$/)?.[0];
  return `${language} <${element.localName}${names}>`;
}

function addressesOf(element: Element): string[] {
  const written = Array.from(element.attributes)
    .filter(({ name }) => addresses.has(name.toLowerCase()))
    .map(({ value }) => value);
  return element.localName === 'a' ? [...written, addressOf(element)] : written;
}

function rulesOf(element: Element): CSSRule[] {
  const { sheet } = element as HTMLStyleElement;
  return sheet ? Array.from(sheet.cssRules) : [];
}

function nameOf(rule: CSSRule): string {
  if ('styleSheet' in rule) return '@import';
  return 'selectorText' in rule ? `${rule.selectorText} {}` : rule.cssText;
}

/** The styles of an element, with those that SVG's attributes set. */
function styleOf(element: Element): string {
  const { style } = document.createElement('p');
  for (const name of ['fill', 'mask']) style.setProperty(name, element.getAttribute(name));
  return `${(element as HTMLElement).style?.cssText ?? ''};${style.cssText}`;
}

/** The addresses in a style as the browser writes it, always in double quotes. */
function fetchedBy(style: string): string[] {
  return Array.from(style.matchAll(/url\("((?:[^"\\]|\\.)*)"/g), ([, address = '']) => address);
}
