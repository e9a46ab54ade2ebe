import type { StoredDraft } from '../../../../functions/manage/contracts/drafts.ts';
import { counted } from '../../parts/counted.ts';

type Replay = NonNullable<StoredDraft['approval']['given'][number]['replay']>;

/** `of 50 kept mails 4 differ in their text and 2 would fail`. */
export function replayWords({ mails, same, text, html, fail }: Replay): string {
  if (mails === 0) return 'no kept mail could be made again with this draft';
  const [kept, all] = [counted(mails, 'kept mail'), mails === 1 ? 'the only' : `all ${mails}`];
  if (same === mails) return `${all} kept ${mails === 1 ? 'mail stays' : 'mails stay'} the same`;
  const parts = [
    text > 0 && `${text} ${differ(text)} text`,
    html > 0 && `${html} ${differ(html)} HTML alone`,
    fail > 0 && `${fail} would fail`,
  ].filter((part) => part !== false);
  const last = parts.pop();
  return `of ${kept} ${parts.length > 0 ? `${parts.join(', ')} and ` : ''}${last}`;
}

const differ = (count: number) => (count === 1 ? 'differs in its' : 'differ in their');

/** Why a draft may not be published yet; null if it may. */
export const missingApproval = ({ revision, approval }: StoredDraft): string | null =>
  approval.given.length >= approval.required ? null : `Draft ${revision} is not approved`;
