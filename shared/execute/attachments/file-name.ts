import { maxFileNameBytes } from '../../engine/limits.ts';
import { refusedExtensions } from './refused-extensions.ts';

/** Control characters, line separators and halves of characters. */
const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029]/u;

/** Characters that show a name in another order than it has: `\u202efdp.exe` looks like `exe.pdf`. */
const reordering = /[\u202a-\u202e\u2066-\u2069]/;

/** Marks of direction at the beginning, which show the rest of a name in another order. */
const leadingMark = /^[\u061c\u200e\u200f]/;

/** Names of devices on Windows, with any extension. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)\s*\./i;

/** Something, a dot, and the extension. */
const withExtension = /.\.([a-z0-9_+-]+)$/i;

/** What is wrong with the name of a file, as the end of a sentence; null where nothing is. */
export function fileNameProblem(name: string): string | null {
  if (Buffer.byteLength(name) > maxFileNameBytes) {
    return `is longer than ${maxFileNameBytes} bytes`;
  }
  if (unprintable.test(name)) return 'must not contain control characters or line breaks';
  if (reordering.test(name) || leadingMark.test(name))
    return 'must not contain characters that reverse its direction';
  if (/[/\\]/.test(name)) return 'must not contain / or \\';
  if (/[:<>]/.test(name)) return 'must not contain :, < or >';
  if (device.test(name)) return 'must not be the name of a device';
  if (/[. ]$/.test(name)) return 'must not end in a dot or a space';
  const extension = withExtension.exec(name)?.[1]?.toLowerCase();
  if (extension === undefined) return 'must have an extension, such as .pdf';
  if (refusedExtensions.has(extension)) {
    return `has the extension .${extension}, which SES does not send`;
  }
  return null;
}
