import { appleMailDarkView } from './apple-mail-dark.ts';
import { gmailView } from './gmail.ts';
import { gmailIosDarkView } from './gmail-ios-dark.ts';
import { outlookWebDarkView } from './outlook-web-dark.ts';
import { outlookWindowsView } from './outlook-windows.ts';

/** A simulation of what a mail client makes of a mail. */
export interface LookView {
  id: string;
  /** The id of the client in `rules.json`. */
  client: string;
  name: string;
  /** Whether the client's own page around the mail is dark. Default: false. */
  isDark?: boolean;
  /** What it does, in one sentence. */
  rule: string;
  /** Where the rule is described. */
  source: string;
  /** Never throws. */
  transform: (html: string) => string;
}

export const lookViews: readonly LookView[] = [
  {
    ...{ id: 'gmail', client: 'gmail', name: 'Gmail', transform: gmailView },
    rule: 'Gmail drops style elements that pass 16 KB, stand in the body, have an @ rule within an @ rule or cannot be read; it removes what it does not know, and cuts the mail off at 102 KB.',
    source: 'https://github.com/hteumeuleu/email-bugs/issues/90',
  },
  {
    ...{ id: 'gmail-ios-dark', client: 'gmail', name: 'Gmail on iOS, dark' },
    transform: gmailIosDarkView,
    rule: 'Gmail on iOS inverts all colours but those of pictures; how exactly is not published.',
    source: 'https://dev.to/ovidem/levels-of-email-dark-mode-fgh',
  },
  {
    ...{ id: 'apple-mail-dark', client: 'apple-mail', name: 'Apple Mail, dark', isDark: true },
    transform: appleMailDarkView,
    rule: 'Apple Mail applies the rules of @media (prefers-color-scheme: dark).',
    source: 'https://www.caniemail.com/features/css-at-media-prefers-color-scheme/',
  },
  {
    ...{ id: 'outlook-windows', client: 'outlook-windows', name: 'Outlook (Windows)' },
    transform: outlookWindowsView,
    rule: 'Outlook reads the comments [if mso], skips [if !mso], and removes @media rules and the CSS that it does not know; its own drawings, VML, are not shown here.',
    source: 'https://www.hteumeuleu.com/2020/outlook-rendering-engine/',
  },
  {
    ...{ id: 'outlook-web-dark', client: 'outlook-web', name: 'Outlook.com, dark', isDark: true },
    transform: outlookWebDarkView,
    rule: "Outlook.com changes each colour by its lightness, here after Microsoft's editor, and keeps the former one in data-ogsc or data-ogsb.",
    source:
      'https://github.com/microsoft/roosterjs/blob/master/packages/roosterjs-color-utils/lib/utils/getDarkColor.ts',
  },
];
