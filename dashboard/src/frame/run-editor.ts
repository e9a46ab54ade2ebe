import type { TypedText } from '../parts/preview/preview-messages.ts';
import { EditedText } from './edited-text.ts';
import { chipOf, type FrameRun, wrap } from './runs.ts';
import { command, contains, focused } from './safe-dom.ts';

export interface RunEditorOptions {
  run: FrameRun;
  onTyped: (texts: TypedText[]) => void;
  /** `byKey`: with Enter or Escape, so the focus was in the run. */
  onEnded: (keeps: boolean, byKey: boolean) => void;
}

const unwanted = /^(?:insertParagraph|insertLineBreak|insertFromDrop|deleteByDrag|format)/;

export class RunEditor {
  readonly #options: RunEditorOptions;
  readonly #around: HTMLElement;
  readonly #texts: readonly EditedText[];
  readonly #nodes: readonly ChildNode[];
  #isOver = false;

  constructor(options: RunEditorOptions) {
    this.#options = options;
    const { run } = options;
    const first = run.segments[0]?.mark;
    const keepsSpace = first !== undefined && keepsSpaceAt(first);
    // A run without an element around it gets one while it is edited.
    this.#around = run.around ?? wrap(run);
    this.#nodes = [...this.#around.childNodes];
    const last = run.segments.length - 1;
    const texts: EditedText[] = [];
    const shown = run.segments.flatMap((segment): Node[] => {
      const { index, kind, text } = segment;
      if (kind === 'value') return [chipOf(segment)];
      if (kind === 'fixed') return [new Text(text?.data ?? '')];
      const edited = new EditedText(segment, index === 0, index === last, keepsSpace);
      texts.push(edited);
      return edited.nodes;
    });
    this.#texts = texts;
    this.#around.replaceChildren(...shown);
    this.#around.setAttribute('data-edited', '');
    this.#around.setAttribute('role', 'group');
    this.#listen();
  }

  /** For the value of a placeholder, puts the cursor into the next text of the run, or else the last one. */
  focus(segment: number, offset?: number): void {
    const wanted = this.#texts.find((text) => text.segment.index === segment);
    const next = this.#texts.find((text) => text.segment.index > segment);
    if (wanted) wanted.focus(offset ?? null);
    else if (next) next.focus(0);
    else this.#texts.at(-1)?.focus(null);
  }

  discard(): { run: number; segment: number; texts: TypedText[] } {
    this.#isOver = true;
    const segment = this.#focused()?.segment.index ?? 0;
    return { run: this.#options.run.number, segment, texts: this.#typed() };
  }

  /** Shows what the author had typed before this mail replaced the one before. */
  resume(texts: readonly TypedText[]): void {
    for (const { segment, before, after } of texts) {
      const text = this.#texts.find((each) => each.segment.index === segment);
      if (text?.before === before) text.show(after);
    }
    this.#focused()?.focus(null);
    this.#options.onTyped(this.#typed());
  }

  #focused(): EditedText | undefined {
    return this.#texts.find(({ host }) => host === focused(document));
  }

  holds(node: Node): boolean {
    return contains(this.#around, node);
  }

  #listen(): void {
    const around = this.#around;
    around.addEventListener('input', () => this.#options.onTyped(this.#typed()));
    around.addEventListener('beforeinput', (event) => {
      if (unwanted.test(event.inputType)) event.preventDefault();
    });
    around.addEventListener('paste', (event) => {
      event.preventDefault();
      const text = event.clipboardData?.getData('text/plain') ?? '';
      command(document, 'insertText', false, text.replace(/\s+/g, ' '));
    });
    around.addEventListener('dragstart', (event) => event.preventDefault());
    around.addEventListener('keydown', (event) => this.#press(event));
    around.addEventListener('focusout', ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && this.holds(relatedTarget))) this.#end(true, false);
    });
  }

  #press(event: KeyboardEvent): void {
    // Enter also confirms a word of an input method.
    if (event.isComposing) return;
    const { key } = event;
    event.stopPropagation();
    if (key === 'Enter' || key === 'Escape') {
      event.preventDefault();
      this.#end(key === 'Enter', true);
    }
    if ((key === 'Home' || key === 'End') && !event.shiftKey) {
      event.preventDefault();
      this.#texts.at(key === 'Home' ? 0 : -1)?.focus(key === 'Home' ? 0 : null);
    }
    if (key === 'ArrowLeft' || key === 'ArrowRight')
      this.#step(event, key === 'ArrowLeft' ? -1 : 1);
  }

  /** Moves the cursor from the end of one text over the placeholder beside it to the next text. */
  #step(event: KeyboardEvent, by: -1 | 1): void {
    const selection = getSelection();
    const text = this.#focused();
    if (!selection?.isCollapsed || !text || event.shiftKey) return;
    const edge = by < 0 ? 0 : (text.host.textContent?.length ?? 0);
    const next = this.#texts[this.#texts.indexOf(text) + by];
    const isAtEdge = selection.focusOffset === edge || text.host.textContent === '';
    if (!next || !isAtEdge) return;
    event.preventDefault();
    next.focus(by < 0 ? null : 0);
  }

  #typed(): TypedText[] {
    return this.#texts.map(({ segment: { index }, before, after }) => ({
      segment: index,
      before,
      after,
    }));
  }

  #end(keeps: boolean, byKey: boolean): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const { run, onEnded } = this.#options;
    this.#around.replaceChildren(...this.#nodes);
    this.#around.removeAttribute('data-edited');
    this.#around.setAttribute('role', 'button');
    if (keeps) for (const text of this.#texts) keep(text);
    if (run.around === null) this.#around.replaceWith(...this.#around.childNodes);
    onEnded(keeps, byKey);
  }
}

function keep({ segment: { mark, text }, before, after }: EditedText): void {
  if (before === after) return;
  if (text) text.data = after;
  else mark.after(new Text(after));
}

function keepsSpaceAt({ parentElement }: Comment): boolean {
  return (
    parentElement !== null &&
    /^(?:pre|break-spaces)/.test(getComputedStyle(parentElement).whiteSpace)
  );
}
