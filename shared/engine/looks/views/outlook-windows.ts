import { type MailSource, readMail } from '../read-mail.ts';
import { type Edit, edited, removed } from './edit.ts';
import { unsupportedIn } from './unsupported.ts';

/** The mail as Outlook for Windows reads it: its conditional comments open, what is for others and unknown CSS away. */
export function outlookWindowsView(html: string): string {
  const opened = readMail(edited(html, conditions(readMail(html))));
  const media = opened.sheets.flatMap(({ atRules }) =>
    atRules.filter(({ name }) => name === 'media').map(removed),
  );
  // Settings for Outlook, such as PixelsPerInch: browsers would show their values.
  const settings = opened.elements.filter(({ name }) => name === 'xml').map(removed);
  const hidden = blocksOf(opened).flatMap(({ declarations }) =>
    declarations
      .filter(({ property, value }) => property === 'mso-hide' && value.toLowerCase() === 'all')
      .map(({ start, end }) => ({ start, end, text: 'display:none' })),
  );
  const unknown = unsupportedIn(opened, ['outlook.windows']);
  return edited(opened.html, [...media, ...settings, ...hidden, ...unknown]);
}

const blocksOf = ({ sheets, elements }: MailSource) => [
  ...sheets.flatMap(({ blocks }) => blocks),
  ...elements.flatMap(({ style }) => style ?? []),
];

function conditions({ html, comments }: MailSource): Edit[] {
  // From the last comment on, so that the end of each revealed part is known.
  let end = html.length;
  return comments.toReversed().flatMap((comment) => {
    const { role, condition, content, start } = comment;
    if (role === 'end') end = comment.end;
    if (condition === null || role === 'open') return [];
    if (!content) return isOutlook(condition) ? [] : [removed({ start, end })];
    if (!isOutlook(condition)) return [removed(comment)];
    return [
      removed({ start, end: content.start }),
      removed({ start: content.end, end: comment.end }),
    ];
  });
}

/** Of Outlook 2016 and all later ones: the 16 of `[if gte mso 16]`. */
const outlookVersion = 16;

/** Whether the condition of a comment is true for Outlook; one that cannot be read is not. */
function isOutlook(condition: string): boolean {
  return condition.split('|').some((either) => either.split('&').every(isTrue));
}

function isTrue(test: string): boolean {
  const [, not = '', compare = '', product = '', version = outlookVersion] =
    /^([!\s(]*)(gte|gt|lte|lt)?\s*(mso|true)?\s*(\d+)?/.exec(test) ?? [];
  const after = outlookVersion - Number(version);
  const results = { gte: after >= 0, gt: after > 0, lte: after <= 0, lt: after < 0 };
  const compared = Object.entries(results).find(([name]) => name === compare)?.[1] ?? after === 0;
  const holds = product !== '' && compared;
  return holds !== (not.split('!').length % 2 === 0);
}
