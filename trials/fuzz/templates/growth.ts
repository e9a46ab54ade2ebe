import type { Progress } from '../../../local/progress.ts';
import { printTable } from '../../harness/print-table.ts';
import type { Verdict } from '../../harness/verdict.ts';
import { compileAsSaved } from './invariants.ts';

/** HTML that keeps the reader in one state: the text that opens it, the repeated text, and the text that ends it. */
const sources: Readonly<Record<string, readonly [before: string, unit: string, after: string]>> = {
  'values in a text': ['', '{{a}}', ''],
  'the name of a tag': ['<', 'x', '>'],
  'names of attributes': ['<p', ' x', '>'],
  'attributes with values': ['<p', ' title="{{a}}"', '>'],
  'the beginning of an address': ['<a href="', '{{a}}', '">'],
  'the host of an address': ['<a href="https://', '{{a}}', '.shop.example/">'],
  'the author’s part of a host': ['<a href="https://', '{{a}}.', 'shop.example/">'],
  'ports in a host of values': ['<a href="https://', '{{a}}:', '/">'],
  'behind a host': ['<a href="https://shop.example', '{{a|}}', '">'],
  'behind one slash': ['<a href="/', '{{a|}}', '">'],
  'the path of an address': ['<a href="https://shop.example/', '{{a}}', '">'],
  'digits of an entity': ['<a href="&#', '0', '">'],
  'entities of an address': ['<a href="', '&Tab;', '{{a}}">'],
  'a style attribute': ['<p style="', 'color:{{a}};', '">'],
  'url() in a style': ['<p style="', 'b:url({{a}}/{{b}});', '">'],
  'one url() in a style': ['<p style="b:url(https://', '{{a}}', ')">'],
  'a text in quotes in a style': ['<style>a{b:"https://', '{{a}}', '"}</style>'],
  'escapes of CSS': ['<style>', '\\75rl(\\2f/{{a}})', '</style>'],
  'a comment of CSS': ['<style>/*', '{{a}}*"', '*/</style>'],
  'a script': ['<script>', '<!--<script></script>', '</script>'],
  'a comment': ['<!--', '{{a}}--!', '-->'],
  'comments that Outlook reads': ['', '<!--[if mso]><a href="{{a}}"><![endif]-->', ''],
  'a section of characters': ['<svg><![CDATA[', '{{a}}]]', '>'],
  declarations: ['', '<!x {{a}}><?x {{a}}>', ''],
  'raw text that may hold tags': ['<svg>', '<title>{{a}}</title>', ''],
  'sections side by side': ['', '{{#a}}<b>{{/a}}', ''],
  'choices between two sections': ['', '{{#a}}"{{/a}} {{^a}}<{{/a}}', ''],
  'sections in a host': ['<a href="https://', '{{#a}}{{b}}{{/a}}', '.shop.example/">'],
  'sections in a tag': ['<p', '{{#a}} x="{{/a}}', '>'],
};

/** The size of a source; the other one is four times as large. */
const bytes = 8 * 1024;

/** Four times the source may take this many times the time: 4 is linear, 16 is the square. */
const highest = 8;

/** Saves a source of each kind and one of four times the size, and compares the times. */
export function tryGrowth(progress: Progress): Verdict {
  const ratios = Object.entries(sources).map(([name, [before, unit, after]]) => {
    progress.step(name);
    const [one = 0, four = 0] = [bytes, 4 * bytes].map((size) =>
      bestMs(before + unit.repeat(size / unit.length) + after),
    );
    return { name, ratio: four / one };
  });
  const rows = ratios.map(({ name, ratio }) => [name, ratio.toFixed(1)]);
  const held = ratios.every(({ ratio }) => ratio < highest);
  return { text: `${printTable(['the reader in', '32 KB by 8 KB'], rows)}\n`, held };
}

/** The shortest of several processor times, because other work disturbed it least. A refusal counts like an answer. */
function bestMs(html: string): number {
  const times = Array.from({ length: 7 }, () => {
    const start = process.cpuUsage();
    compileAsSaved(html);
    return process.cpuUsage(start).user / 1000;
  });
  return Math.min(...times);
}
