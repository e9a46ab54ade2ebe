import { Error as errorsOnly, logger, parse, type Spec, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';

/** A picture of bars: panels below each other, each with a bar for every engine or size. */
export interface Bars {
  title: string;
  /** The meaning of the bars' lengths, with the unit. */
  axis: string;
  bars: readonly Bar[];
}

export interface Bar {
  panel: string;
  label: string;
  value: number;
  /** Whether the bar is postrider's own, which has another colour. */
  isOwn: boolean;
}

/** `own` and `other` can be told apart on white and on dark, and by colour-blind readers. */
const colours = { own: '#0b7a75', other: '#9aa4af', text: '#57606a', line: '#d0d7de' };

/** Draws a picture as SVG. Each panel has its own scale, because bars are compared within a panel. */
export async function draw({ title, axis, bars }: Bars): Promise<string> {
  const labels = [...new Set(bars.map(({ label }) => label))];
  const panels = [...new Set(bars.map(({ panel }) => panel))];
  const values = bars.map((bar) => ({ ...bar, text: rounded(bar.value) }));
  const spec: TopLevelSpec = {
    title: { text: title, subtitle: axis, anchor: 'start', offset: 12 },
    data: { values },
    facet: { row: { field: 'panel', type: 'nominal', sort: panels, title: null, header } },
    spec: {
      width: 420,
      height: { step: 18 },
      encoding: {
        y: { field: 'label', type: 'nominal', sort: labels, title: null },
        x: { field: 'value', type: 'quantitative', axis: null },
      },
      layer: [
        { mark: 'bar', encoding: { color: { condition: ownColour, value: colours.other } } },
        { mark: numbers, encoding: { text: { field: 'text' } } },
      ],
    },
    resolve: { scale: { x: 'independent', y: 'independent' } },
    config,
  };
  return svgOf(compile(spec, { logger: logger(errorsOnly) }).spec);
}

const header = { labelOrient: 'top', labelAnchor: 'start', labelFontWeight: 'bold' } as const;
const ownColour = { test: 'datum.isOwn', value: colours.own };
const numbers = { type: 'text', align: 'left', dx: 4, color: colours.text } as const;
const config = {
  background: 'transparent',
  font: 'system-ui, sans-serif',
  view: { stroke: null },
  title: { color: colours.text, subtitleColor: colours.text },
  header: { labelColor: colours.text },
  axis: { labelColor: colours.text, domainColor: colours.line, ticks: false, labelLimit: 400 },
} as const;

async function svgOf(spec: Spec): Promise<string> {
  const view = new View(parse(spec), { renderer: 'none' });
  const svg = await view.toSVG();
  view.finalize();
  return `${svg}\n`;
}

function rounded(value: number): string {
  if (value >= 100) return String(Math.round(value));
  return value.toFixed(value >= 10 ? 1 : 2);
}
