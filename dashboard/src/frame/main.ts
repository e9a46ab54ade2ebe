import type {
  CopyMessage,
  FrameMessage,
  PreviewMessage,
} from '../parts/preview/preview-messages.ts';
import { addLook } from './look.ts';
import { RunEditor } from './run-editor.ts';
import { caretAt, closest, read } from './safe-dom.ts';
import { type CopyPlace, ShownMail } from './shown-mail.ts';

const page = window.parent;
let number = 0;
let mail: ShownMail | null = null;
let editor: RunEditor | null = null;

const post = (message: PreviewMessage) => page.postMessage(message, '*');
type Unnumbered<Message> = Message extends { number: number } ? Omit<Message, 'number'> : never;
const postCopy = (message: Unnumbered<CopyMessage>) => post({ ...message, number });

function show({ html, copy, number: next }: Extract<FrameMessage, { kind: 'show' }>): void {
  const focused = mail?.focusedRun()?.number;
  const isSame = copy !== null && copy.attempt === mail?.copy?.attempt;
  const begun = editor?.discard();
  editor = null;
  number = next;
  mail = new ShownMail(html, copy);
  const run = begun && isSame ? mail.runOf(begun.run) : undefined;
  if (begun && run?.isEditable) {
    // The edit began while the page was sending this mail.
    edit({ run, segment: begun.segment })?.resume(begun.texts);
  } else mail.focus(focused);
  requestAnimationFrame(() => post({ kind: 'shown', number: next }));
}

/** Tells the page if the author cannot edit the run. */
function edit({ run, segment }: CopyPlace, offset?: number): RunEditor | null {
  const place = { run: run.number, segment };
  if (!run.isEditable) {
    postCopy({ kind: 'refused', ...place });
    return null;
  }
  const begun = new RunEditor({
    run,
    onTyped: (texts) => postCopy({ kind: 'typed', texts }),
    onEnded: (keeps, byKey) => {
      editor = null;
      if (byKey) run.around?.focus({ preventScroll: true });
      postCopy({ kind: 'ended', keeps });
    },
  });
  editor = begun;
  postCopy({ kind: 'begun', ...place });
  begun.focus(segment, offset);
  return begun;
}

/** The text or the placeholder at a place of the window; with `isNear`, or the nearest one. */
function pointedAt(event: MouseEvent, isNear: boolean): [CopyPlace, offset: number] | null {
  const { target, clientX, clientY } = event;
  const own = target instanceof Node ? mail?.placeOf(target) : null;
  if (own) return [own, 0];
  const caret = caretAt(clientX, clientY);
  const place = caret && mail?.placeOf(caret.node);
  return place && (isNear || caret.node.parentElement === target) ? [place, caret.offset] : null;
}

const isEdited = ({ target }: Event) => target instanceof Node && editor?.holds(target);

/** A link would leave the preview: the page says where it leads instead. */
function nameLink(event: Event): void {
  const link = event.target instanceof Element ? closest(event.target, 'a, area') : null;
  if (!link) return;
  event.preventDefault();
  if (mail?.copy?.isEditing || isEdited(event)) return;
  post({ kind: 'link', href: read(link, 'href') ?? read(link, 'xlink:href') ?? '' });
}

function click(event: MouseEvent): void {
  // The second click of a double click begins an edit.
  if (!isEdited(event) && event.detail <= 1) point(event);
  // Called after `point`, so that the page's last message is where the link leads.
  nameLink(event);
}

function point(event: MouseEvent): void {
  const isEditing = mail?.copy?.isEditing ?? false;
  const [place, offset] = pointedAt(event, !isEditing) ?? [];
  if (place && isEditing) edit(place, offset);
  else if (place) {
    const { run, segment } = place;
    postCopy({ kind: 'pointed', run: run.number, segment, offset: offset ?? 0 });
  }
}

function doubleClick(event: MouseEvent): void {
  const pointed = isEdited(event) ? null : pointedAt(event, false);
  if (pointed) edit(...pointed);
}

function press(event: KeyboardEvent): void {
  if (editor) return;
  if ((event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key)) {
    event.preventDefault();
    post({ kind: 'undo', isRedo: event.shiftKey || event.key.toLowerCase() === 'y' });
  }
  const run = mail?.focusedRun();
  if (!run || (event.key !== 'Enter' && event.key !== ' ')) return;
  event.preventDefault();
  // The editor that begins now would end with the same key.
  event.stopPropagation();
  edit({ run, segment: run.segments.findLastIndex(({ kind }) => kind === 'text') });
}

addLook();
window.addEventListener('message', ({ source, data }: MessageEvent<FrameMessage>) => {
  // Only the page around the frame can send it anything: the mail runs no scripts.
  if (source !== page) return;
  if (data.kind === 'show') show(data);
  else if (data.kind === 'point' && data.number === number) mail?.point(data.run, data.scrolls);
});
document.addEventListener('click', click, true);
document.addEventListener('dblclick', doubleClick, true);
document.addEventListener('auxclick', nameLink, true);
document.addEventListener('keydown', press, true);
document.addEventListener('submit', (event) => event.preventDefault(), true);
document.addEventListener('drop', (event) => event.preventDefault(), true);
post({ kind: 'ready' });
