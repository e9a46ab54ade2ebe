import beautify from 'js-beautify';

/** @throws if the browser would show the result differently */
export function formatHtml(source: string): string {
  if (seenWhiteSpace.test(source)) {
    throw new Error('The HTML uses white-space: pre, which shows white space as it is');
  }
  const text = indent(source);
  if (withoutSpace(text) !== withoutSpace(source) || tagsIn(text) !== tagsIn(source)) {
    throw new Error('The formatter would change more than white space');
  }
  if (outlineOf(source) !== outlineOf(text)) {
    throw new Error('The formatter would add or remove a space that readers see');
  }
  return text;
}

const seenWhiteSpace = /white-space(-collapse)?\s*:\s*(pre|break-spaces|preserve)/i;

const withoutSpace = (text: string) => text.replaceAll(/[ \t\r\n\f]+/g, '');

const tag = /\{\{.*?\}\}/gs;

const comment = /<!--.*?-->/gs;

const tagsIn = (text: string) => text.match(tag)?.join() ?? '';

function indent(source: string): string {
  // The formatter reads conditional comments as elements. It gets short ones, which it only moves.
  const comments: string[] = [];
  const short = source.replaceAll(comment, (found) => `<!--${comments.push(found) - 1}-->`);
  const indented = beautify.html(short.replaceAll(tag, hideSpace), {
    eol: source.includes('\r\n') ? '\r\n' : '\n',
    indent_size: 2,
    wrap_line_length: 0,
    max_preserve_newlines: 2,
    end_with_newline: source.endsWith('\n'),
    templating: ['handlebars'],
    indent_scripts: 'keep',
    extra_liners: [],
    content_unformatted: ['pre', 'textarea', 'script', 'style'],
  });
  return showSpace(indented).replaceAll(
    /<!--(\d+)-->/g,
    (_, index) => comments[Number(index)] ?? '',
  );
}

// White space in tags, which the formatter would change, becomes characters that occur in no mail.
const hidden = [' ', '\t', '\n', '\r'].map(
  (space, index) => [space, String.fromCodePoint(0xf_0000 + index)] as const,
);

const hideSpace = (text: string) => hidden.reduce((all, [is, by]) => all.replaceAll(is, by), text);
const showSpace = (text: string) => hidden.reduce((all, [is, by]) => all.replaceAll(by, is), text);

const blocks =
  'head, body, title, meta, link, base, address, article, aside, blockquote, center, dd, details, dialog, div, dl, dt, ' +
  'fieldset, figcaption, figure, footer, form, h1, h2, h3, h4, h5, h6, header, hr, li, main, nav, ol, p, section, table, ' +
  'caption, colgroup, col, tbody, td, tfoot, th, thead, tr, ul, br';

// Not a character of HTML.
const edge = '\u0000';
const edgeSpace = new RegExp(`(?<=${edge}) | (?=${edge})`, 'g');

function outlineOf(source: string): string {
  const mail = new DOMParser().parseFromString(source.replaceAll(comment, ''), 'text/html');
  const exact: string[] = [];
  for (const element of mail.querySelectorAll('pre, textarea, script, style')) {
    exact.push(element.textContent ?? '');
    element.textContent = '';
  }
  for (const block of mail.querySelectorAll(blocks)) {
    block.before(edge);
    block.prepend(edge);
    block.append(edge);
    block.after(edge);
  }
  // Not the no-break space, which is shown.
  const text = mail.documentElement.outerHTML.replaceAll(/[ \t\r\n\f]+/g, ' ');
  return [text.replaceAll(edgeSpace, ''), ...exact].join('\n');
}
