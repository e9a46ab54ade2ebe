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
  // Its table takes 37 KB, and only a mail with files needs it: loaded with the first one.
  const { default: mime } = await import('mime');
  const type = mime.getType(name);
  return type === null || composite.test(type) ? 'application/octet-stream' : type;
}
