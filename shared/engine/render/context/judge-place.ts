import { excerpt } from '../syntax/excerpt.ts';
import type { PlaceholderTag } from '../syntax/piece.ts';
import { addressBeforeDefault, addressBehindValue } from './address-start.ts';
import type { HtmlState } from './html-state.ts';
import {
  free,
  type Judgement,
  judgeAddress,
  judgeHost,
  refused,
  refusedBeginning,
  shownTag,
} from './judge-address.ts';
import { addressIn, behindText, isInBrackets, isInEscape, withAddress } from './style-start.ts';

/** Judges a placeholder by the state of the HTML before it. */
export function judgePlace(state: HtmlState, tag: PlaceholderTag): Judgement {
  const shown = shownTag(tag);
  switch (state.place) {
    case 'text':
    case 'comment':
    case 'cdata':
    case 'condition':
    case 'bogus comment':
      return free;
    case 'raw text':
      return judgeRawText(state, tag, shown);
    case 'double-quoted':
    case 'single-quoted':
      return judgeValue(state, tag, shown);
    case 'before value':
    case 'unquoted':
      return refused(
        `${shown} is in an attribute without quotes: write ${excerpt(state.name)}="${shown}"`,
      );
    case 'in tag':
    case 'attribute name':
    case 'after attribute name':
      return refused(
        `${shown} is where a tag has the name of an attribute: write the attribute out, with a section around it if only some mails have it`,
      );
    case 'declaration':
      return refused(`${shown} is in the beginning of a comment: write a space before it`);
    default:
      return refused(
        `${shown} is in the name of a tag: write the name out, or &lt; where no tag is meant`,
      );
  }
}

function judgeRawText(state: HtmlState, tag: PlaceholderTag, shown: string): Judgement {
  if (state.element === 'style') return judgeStyle(state, tag, shown);
  if (state.element !== 'script') return free;
  return refused(
    `${shown} is in a <script>, where escaping makes no value safe: write it into the text, or into an attribute`,
  );
}

function judgeValue(state: HtmlState, tag: PlaceholderTag, shown: string): Judgement {
  if (state.element === 'script' && state.attribute === 'address') {
    return refused(
      `${shown} is in the address of a <script>, where no value is safe: leave the script out, mail programs do not run it`,
    );
  }
  switch (state.attribute) {
    case 'style':
      return judgeStyle(state, tag, shown);
    case 'script':
      return refused(
        `${shown} is in an event handler, where escaping makes no value safe: leave the handler out, mail programs do not run it`,
      );
    case 'document':
      return refused(`${shown} is in srcdoc, which is a document: write it into the text`);
    case 'list':
      return refused(
        `${shown} is in the attribute values, each part of which may be an address: write from="…" and to="…" instead`,
      );
    case 'address':
      return judgeAddress(state.value, tag, shown);
    case 'plain':
      return free;
  }
}

function judgeStyle({ value }: HtmlState, tag: PlaceholderTag, shown: string): Judgement {
  if (isInEscape(value)) {
    return refused(
      `The \\ before ${shown} may begin an escape that the value completes: write the character itself, or a space before ${shown}`,
    );
  }
  const start = addressIn(value);
  if (start === null) return { guards: ['style'] };
  const isAddress = isInBrackets(value);
  if (isAddress && start === '' && tag.isEncoded) return refusedBeginning(tag, shown);
  const host = judgeHost(start, tag, shown);
  if ('problem' in host) return host;
  return { guards: [isAddress ? 'styleAddress' : 'style', ...host.guards] };
}

/** The states after the value of the placeholder with this number. */
export function statesAfter(state: HtmlState, index: number): readonly HtmlState[] {
  const { place, attribute, value } = state;
  // A value may end with `--`. A `>` after it then ends the comment.
  if (place === 'comment')
    return [
      { ...state, value: '' },
      { ...state, value: '--' },
    ];
  // A value in a CDATA section may end with `]]`. A `>` after it then ends the section.
  if (place === 'cdata')
    return [
      { ...state, value: '' },
      { ...state, value: ']]' },
    ];
  if (place === 'before value') return [{ ...state, place: 'unquoted' }];
  if (attribute === 'address') return [{ ...state, value: addressBehindValue(value, index) }];
  const start = addressIn(value);
  if (start === null) return [{ ...state, value: behindText(value) }];
  return [{ ...state, value: withAddress(value, addressBehindValue(start, index)) }];
}

/** The state in which the reader reads the default of a placeholder. */
export function stateBeforeDefault(state: HtmlState): HtmlState {
  if (state.attribute === 'address') return { ...state, value: addressBeforeDefault(state.value) };
  const start = addressIn(state.value);
  return start === null
    ? state
    : { ...state, value: withAddress(state.value, addressBeforeDefault(start)) };
}
