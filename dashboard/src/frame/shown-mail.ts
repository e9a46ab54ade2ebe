import type { ShownCopy } from '../parts/preview/preview-messages.ts';
import { pointedName } from './look.ts';
import { type FrameRun, readRuns, showNames, wrap } from './runs.ts';
import * as safe from './safe-dom.ts';

export interface CopyPlace {
  run: FrameRun;
  segment: number;
}

/** Elements that outlast their mail, leave the page, or call a server before any policy applies. */
const dropped = 'meta[http-equiv], meta[name="referrer" i], link, base';

export class ShownMail {
  readonly copy: ShownCopy | null;
  readonly #runs: ReadonlyMap<number, FrameRun>;
  readonly #places = new Map<Node, CopyPlace>();

  constructor(html: string, copy: ShownCopy | null) {
    this.copy = copy;
    const mail = new DOMParser().parseFromString(html, 'text/html');
    for (const element of safe.findAll(mail, dropped)) safe.remove(element);
    drawFiles(mail);
    this.#runs = copy ? readRuns(mail, copy) : new Map();
    // Replaced, not written: the place that was scrolled to stays, and so do the listeners of the document.
    safe.replace(document, safe.adopt(document, safe.rootOf(mail)), safe.rootOf(document));
    for (const run of this.#runs.values()) this.#prepare(run);
  }

  placeOf(node: Node): CopyPlace | null {
    const near =
      node instanceof Text
        ? node.parentNode
        : node instanceof HTMLImageElement && node.previousSibling;
    return this.#places.get(node) ?? (near ? this.#places.get(near) : null) ?? null;
  }

  runOf(number: number): FrameRun | undefined {
    return this.#runs.get(number);
  }

  #prepare(run: FrameRun): void {
    for (const { index, kind, text } of run.segments) {
      const node = kind === 'image' ? run.end : text;
      if (node) this.#places.set(node, { run, segment: index });
    }
    for (const [chip, segment] of showNames(run)) this.#places.set(chip, { run, segment });
    if (this.copy?.isEditing && run.isEditable) run.around = focusable(run);
  }

  focusedRun(): FrameRun | undefined {
    const now = safe.focused(document);
    return [...this.#runs.values()].find(
      ({ around }) => around && now && safe.contains(around, now),
    );
  }

  focus(number: number | undefined): void {
    if (number !== undefined) this.#runs.get(number)?.around?.focus({ preventScroll: true });
  }

  /** Highlights a run; none if null. With `scrolls`, also scrolls to a run that is out of sight. */
  point(number: number | null, scrolls: boolean): void {
    if (!('highlights' in CSS)) return;
    const run = number === null ? undefined : this.#runs.get(number);
    const first = run?.segments[0]?.mark;
    if (!run || !first) {
      CSS.highlights.delete(pointedName);
      return;
    }
    const range = safe.createRange(document);
    range.setStartAfter(first);
    range.setEndBefore(run.end);
    CSS.highlights.set(pointedName, new Highlight(range));
    if (scrolls && first.parentElement) safe.scroll(first.parentElement, { block: 'nearest' });
  }
}

function focusable(run: FrameRun): HTMLElement {
  const around = wrap(run);
  around.tabIndex = 0;
  around.setAttribute('role', 'button');
  around.setAttribute('aria-roledescription', 'text to edit');
  return around;
}

const shown = {
  src: 'img[src^="cid:" i], input[src^="cid:" i]',
  background: '[background^="cid:" i]',
} as const;

/** Shows a neutral picture with the name for each file of the mail; a background has no name. */
function drawFiles(mail: Document): void {
  for (const element of safe.findAll(mail, shown.src)) {
    safe.write(element, 'src', pictureOf(safe.read(element, 'src') ?? ''));
  }
  for (const element of safe.findAll(mail, shown.background))
    safe.write(element, 'background', pictureOf(''));
}

function pictureOf(address: string): string {
  const name = address.replace(/[^\w.:@%+-]/g, '?');
  const words = name.length > 26 ? `${name.slice(0, 25)}…` : name;
  const width = 40 + 8 * words.length;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="48" viewBox="0 0 ${width} 48" style="background:#e9ecef">
    <text x="50%" y="28" text-anchor="middle" font-family="sans-serif" font-size="12" fill="#495057">${words}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
