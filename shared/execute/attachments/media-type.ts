import { maxMediaTypeCharacters } from '../../engine/limits.ts';
import { mediaTypes } from './media-types.ts';

const token = '[\\w!#$&^.+-]+';

const quoted = /"[^"]*"/g;

/** A type of RFC 2045 §5.1, with parameters or without. */
const shape = new RegExp(`^${token}/${token}(?: ?; ?${token}=(?:${token}|"[ !#-\\[\\]-~]*"))*$`);

/** RFC 2045 §6.4 forbids base64 for these types; a part with both breaks the whole mail. */
const composite = /^(?:multipart|message)\//i;

/** Parameters that rename the file (RFC 2046) or change the mail's structure; also as in RFC 2231, `name*0`. */
const refusedParameters = /; ?(?:name|boundary)(?:\*[^=]*)?=/i;

/** What is wrong with a media type, as the end of a sentence; null if nothing is. */
export function mediaTypeProblem(type: string): string | null {
  if (type.length > maxMediaTypeCharacters) {
    return `is longer than ${maxMediaTypeCharacters} characters`;
  }
  if (!shape.test(type)) return 'must be a media type, such as application/pdf';
  if (refusedParameters.test(type.replace(quoted, ''))) {
    return 'must not have the parameter name or boundary';
  }
  if (composite.test(type)) return 'must not be a type of multipart or message';
  return null;
}

/** The media type of a file by the extension of its name; `application/octet-stream` for an unknown one. */
export function mediaTypeOf(name: string): string {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return mediaTypes().get(extension) ?? 'application/octet-stream';
}
