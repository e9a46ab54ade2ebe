import { isAddress } from '../program/guard.ts';
import type { Guard } from '../program/program.ts';
import { excerpt } from '../syntax/excerpt.ts';
import type { PlaceholderTag } from '../syntax/piece.ts';
import { decided, fromValue, isInEntity, isProgramCode, leadsToProgram } from './address-start.ts';
import type { HtmlState } from './html-state.ts';
import { isInsideUrl, styleBehindValue } from './style-part.ts';

/** What a placeholder's place asks of its value: nothing, a check, or that it stands elsewhere. */
export type Judgement = { readonly guard: Guard | null } | { readonly problem: string };

const free: Judgement = { guard: null };

/** Judges a placeholder by the state of the HTML before it. */
export function judgePlace(state: HtmlState, tag: PlaceholderTag): Judgement {
  const shown = tag.isRaw ? `{{{${excerpt(tag.name)}}}}` : `{{${excerpt(tag.name)}}}`;
  switch (state.place) {
    case 'text':
    case 'comment':
    case 'cdata':
    case 'condition':
    case 'bogus comment':
      return free;
    case 'raw text':
      return judgeRawText(state, shown);
    case 'double-quoted':
    case 'single-quoted':
      return judgeValue(state, tag, shown);
    case 'before value':
    case 'unquoted':
      return refused(
        `${shown} stands in an attribute without quotes: write ${excerpt(state.name)}="${shown}"`,
      );
    case 'in tag':
    case 'attribute name':
    case 'after attribute name':
      return refused(
        `${shown} stands where a tag has the name of an attribute: write the attribute out, with a section around it if it is not always there`,
      );
    case 'declaration':
      return refused(`${shown} stands in the beginning of a comment: write a space before it`);
    default:
      return refused(
        `${shown} stands in the name of a tag: write the name out, or &lt; where no tag is meant`,
      );
  }
}

function judgeRawText(state: HtmlState, shown: string): Judgement {
  if (state.element === 'style') return judgeStyle(state);
  if (state.element !== 'script') return free;
  return refused(
    `${shown} stands in a <script>, where escaping makes no value safe: write it into the text, or into an attribute`,
  );
}

function judgeValue(state: HtmlState, tag: PlaceholderTag, shown: string): Judgement {
  if (state.element === 'script' && state.attribute === 'address') {
    return refused(
      `${shown} stands in the address of a <script>, where no value is safe: leave the script out, mail programs do not run it`,
    );
  }
  switch (state.attribute) {
    case 'style':
      return judgeStyle(state);
    case 'script':
      return refused(
        `${shown} stands in an event handler, where escaping makes no value safe: leave the handler out, mail programs do not run it`,
      );
    case 'document':
      return refused(`${shown} stands in srcdoc, which is a document: write it into the text`);
    case 'list':
      return refused(
        `${shown} stands in values, a list of which each part may be an address: write from="…" and to="…" instead`,
      );
    case 'address':
      return judgeAddress(state.value, tag, shown);
    case 'plain':
      return free;
  }
}

function judgeStyle({ value }: HtmlState): Judgement {
  return { guard: isInsideUrl(value) ? 'styleAddress' : 'style' };
}

function judgeAddress(start: string, tag: PlaceholderTag, shown: string): Judgement {
  if (start === decided) return free;
  if (isInEntity(start)) {
    return refused(
      `The & before ${shown} may begin an entity that the value ends: write &amp;, or end the entity with a semicolon before ${shown}`,
    );
  }
  if (leadsToProgram(start)) {
    return refused(
      `${shown} stands in an address that is run or shown as a document: begin the address with https://`,
    );
  }
  if (tag.default !== null && !isAddress(tag.default, true)) {
    return refused(
      `The default of ${shown} begins with a scheme that mails have no use for: write one with https, http, mailto, tel or cid, or none`,
    );
  }
  return { guard: 'address' };
}

/** The states in which the HTML may be read on behind the value of a placeholder. */
export function statesBehind(state: HtmlState): readonly HtmlState[] {
  const { place, attribute, value } = state;
  // A value may end with the dashes that a > behind it makes an end of.
  if (place === 'comment')
    return [
      { ...state, value: '' },
      { ...state, value: '--' },
    ];
  // Or with the brackets, in a section of characters.
  if (place === 'cdata')
    return [
      { ...state, value: '' },
      { ...state, value: ']]' },
    ];
  if (place === 'before value') return [{ ...state, place: 'unquoted' }];
  if (attribute === 'address' && value !== decided && value !== isProgramCode) {
    return [{ ...state, value: fromValue }];
  }
  if (value === decided || value === isProgramCode) return [state];
  return [{ ...state, value: styleBehindValue(value) }];
}

function refused(problem: string): Judgement {
  return { problem };
}
