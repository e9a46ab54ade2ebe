import type { Mime } from 'mime/lite';
import { maxMediaTypeCharacters } from '../../engine/limits.ts';

const token = '[\\w!#$&^.+-]+';

/** A type of RFC 2045 §5.1, with parameters or without. */
const shape = new RegExp(`^${token}/${token}(?: ?; ?${token}=(?:${token}|"[ !#-\\[\\]-~]*"))*$`);

/** RFC 2045 §6.4: base64 is not allowed for these, and a part that says so breaks the mail around it. */
const composite = /^(?:multipart|message)\//i;

/** What is wrong with a media type, as the end of a sentence; null where nothing is. */
export function mediaTypeProblem(type: string): string | null {
  if (type.length > maxMediaTypeCharacters) {
    return `is longer than ${maxMediaTypeCharacters} characters`;
  }
  if (!shape.test(type)) return 'must be a media type, such as application/pdf';
  if (composite.test(type)) return 'must not be a type of multipart or message';
  return null;
}

/** The media type of a file by the extension of its name; `application/octet-stream` for an unknown one. */
export async function mediaTypeOf(name: string): Promise<string> {
  const type = (await types()).getType(name);
  return type === null || composite.test(type) ? 'application/octet-stream' : type;
}

let loaded: Promise<Mime> | undefined;

/** A table of 12 KB that only a mail with files needs: loaded with the first one. */
function types(): Promise<Mime> {
  loaded ??= (async () => {
    const [{ Mime }, { default: standard }] = await Promise.all([
      import('mime/lite'),
      import('mime/types/standard.js'),
    ]);
    return new Mime(standard, ofVendors);
  })();
  return loaded;
}

const openXml = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

/** The types of vendors that mails carry. The library has 27 KB more of them, and every cold start would load those. */
const ofVendors = {
  [`${openXml}.wordprocessingml.document`]: ['docx'],
  [`${openXml}.spreadsheetml.sheet`]: ['xlsx'],
  [`${openXml}.presentationml.presentation`]: ['pptx'],
  [`${openDocument}.text`]: ['odt'],
  [`${openDocument}.spreadsheet`]: ['ods'],
  [`${openDocument}.presentation`]: ['odp'],
  'application/vnd.ms-excel': ['xls'],
  'application/vnd.ms-powerpoint': ['ppt'],
  'application/vnd.ms-outlook': ['msg'],
  'application/vnd.apple.pages': ['pages'],
  'application/vnd.apple.numbers': ['numbers'],
  'application/vnd.apple.keynote': ['key'],
  'application/vnd.apple.pkpass': ['pkpass'],
  'application/vnd.rar': ['rar'],
  'application/x-7z-compressed': ['7z'],
  'application/x-tar': ['tar'],
  'text/vcard': ['vcf'],
};
