import { type DoorName, withoutDoor } from '../../engine/doors.ts';
import { maxSearchCharacters } from '../../engine/limits.ts';
import { formatAddress, parseAddress } from '../../engine/verify/address.ts';
import { parseDomain } from '../../engine/verify/domain-name.ts';
import type { MessageRecord, MessageState } from '../../message/message.ts';
import { shownState } from '../../message/message-states.ts';
import { refusingNode } from '../../message/refusing-node.ts';
import { askedTerms } from '../../message/search-terms.ts';
import { ManageError } from '../manage-error.ts';

/** Which messages a list is to have. Every filter that is given has to match. */
export interface MessageSearch {
  /** Lists the messages of test keys instead of live ones. Default: false. */
  test?: boolean | undefined;
  state?: MessageState | undefined;
  /** The address of a recipient, in upper or lower case. */
  to?: string | undefined;
  /** The domain of a recipient, in upper or lower case. */
  domain?: string | undefined;
  templateId?: string | undefined;
  revision?: number | undefined;
  /** The node of the flow that refused the request. */
  node?: string | undefined;
  keyId?: string | undefined;
  /** `v1`: by none. */
  door?: DoorName | typeof withoutDoor | undefined;
  /** The caller's own name of the message. */
  reference?: string | undefined;
  /** A message's id, or a part of an address, subject, reference, template id or error; in any case. */
  text?: string | undefined;
  since?: Date | undefined;
  /** Leaves out messages that are newer than this time. */
  until?: Date | undefined;
  /** Hides who the recipients are, and does not search there. Default: false. */
  masked?: boolean | undefined;
  /** `nextCursor` of the page before. */
  cursor?: string | undefined;
  /** Default: 50. */
  limit?: number | undefined;
}

/** Quotes, brackets and spaces that people copy along with an id. */
const around = /^[\s"'<]+|[\s"'>,;]+$/g;

/**
 * The searched text without surrounding quotes, brackets and spaces. Undefined if nothing is left.
 *
 * @throws {ManageError} for a text of more than 500 characters
 */
export function searchedText(text: string): string | undefined {
  const bare = text.replace(around, '').replace(/\s+/gu, ' ');
  if (bare.length > maxSearchCharacters) {
    const message = `search must have at most ${maxSearchCharacters} characters`;
    throw new ManageError(message, [{ code: 'bad-text', field: 'search', message }]);
  }
  return bare === '' ? undefined : bare;
}

/** What every match of a search has; undefined if reading blocks would be of no use to the search. */
export function termsOfSearch({ text, domain, ...search }: MessageSearch): string[] | undefined {
  const terms = askedTerms({ ...search, domain: domain && asciiDomain(domain) });
  return terms.length > 0 || text !== undefined ? terms : undefined;
}

export function matcherOf(search: MessageSearch, nowMs: number) {
  const { state, to, domain, templateId, revision, node, keyId, door, reference, text } = search;
  const asked = [state, to, domain, templateId, revision, node, keyId, door, reference, text];
  if (asked.every((one) => one === undefined)) return undefined;
  const at = domain && `@${asciiDomain(domain)}`;
  const has = text === undefined ? () => true : hasText(text, search.masked);
  return (message: MessageRecord) =>
    isLike(templateId, message.templateId) &&
    isLike(revision, message.revision) &&
    isLike(keyId, message.keyId) &&
    isLike(door, message.door ?? withoutDoor) &&
    isLike(reference, message.reference) &&
    isLike(state, shownState(message, nowMs)) &&
    (node === undefined || (message.state === 'REFUSED' && refusingNode(message.trace) === node)) &&
    (to === undefined ||
      message.recipients.some(({ address }) => address.toLowerCase() === to.toLowerCase())) &&
    (at === undefined ||
      message.recipients.some(({ address }) => address.toLowerCase().endsWith(at))) &&
    has(message);
}

/** A record has the domain in A-labels. A text that is no domain matches nothing. */
function asciiDomain(text: string): string {
  const parsed = parseDomain(text.replace(/^@/, ''));
  return (parsed.ok ? parsed.domain : text).toLowerCase();
}

const isLike = <Value>(wanted: Value | undefined, found: Value) =>
  wanted === undefined || wanted === found;

function hasText(text: string, masked = false): (message: MessageRecord) => boolean {
  const address = parseAddress(text);
  // The record has the domain in A-labels.
  const wanted = [text, ...(address.ok ? [formatAddress(address.address)] : [])].map(folded);
  return ({ messageId, requestId, templateId, subject, recipients, ...message }) => {
    const personal = [subject, message.error, ...recipients.map(({ address }) => address)];
    const texts = [
      ...[messageId, requestId, templateId, message.sesMessageId, message.reference],
      ...(masked ? [] : personal),
    ].flatMap((each) => (each == null ? [] : folded(each)));
    return texts.some((each) => wanted.some((one) => each.includes(one)));
  };
}

const folded = (text: string) => text.normalize('NFC').toLowerCase();
