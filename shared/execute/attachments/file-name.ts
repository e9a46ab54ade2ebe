import { maxFileNameBytes } from '../../engine/limits.ts';

/** Control characters, line separators and halves of characters. */
const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029]/u;

/** Characters that reverse the displayed order of a name: `\u202efdp.exe` looks like `exe.pdf`. */
const reordering = /[\u202a-\u202e\u2066-\u2069]/;

/** Direction marks at the beginning, which change the displayed order of the rest of a name. */
const leadingMark = /^[\u061c\u200e\u200f]/;

/** Names of devices on Windows, with any extension. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)\s*\./i;

/** At least one character, a dot, and the extension. */
const withExtension = /.\.([a-z0-9_+-]+)$/i;

/** What is wrong with the name of a file, as the end of a sentence; null if nothing is. */
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

/**
 * The extensions of files that SES refuses to send, in lower case: the whole list of
 * https://docs.aws.amazon.com/ses/latest/dg/mime-types.html in its version of 2025. SES takes every other extension.
 */
export const refusedExtensions: ReadonlySet<string> = new Set(
  `ade adp app asp bas bat cer chm cmd com cpl crt csh der exe fxp gadget hlp hta inf ins isp its js jse ksh lib lnk mad
  maf mag mam maq mar mas mat mau mav maw mda mdb mde mdt mdw mdz msc msh msh1 msh2 mshxml msh1xml msh2xml msi msp mst
  ops pcd pif plg prf prg reg scf scr sct shb shs sys ps1 ps1xml ps2 ps2xml psc1 psc2 tmp url vb vbe vbs vps vsmacros
  vss vst vsw vxd ws wsc wsf wsh xnk`.split(/\s+/),
);
