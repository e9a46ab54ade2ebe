import { maxMediaTypeCharacters } from '../../engine/limits.ts';

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

/**
 * The media types of the files that mails carry most. The library `mime` knows a thousand more, and is slow to load.
 */
const table = `
  application/pdf pdf
  text/plain txt log
  text/csv csv
  text/html html htm
  text/markdown md
  text/calendar ics
  text/vcard vcf
  application/xml xml
  application/json json
  application/rtf rtf
  application/zip zip
  application/gzip gz
  application/msword doc
  application/vnd.openxmlformats-officedocument.wordprocessingml.document docx
  application/vnd.ms-excel xls
  application/vnd.openxmlformats-officedocument.spreadsheetml.sheet xlsx
  application/vnd.ms-powerpoint ppt
  application/vnd.openxmlformats-officedocument.presentationml.presentation pptx
  application/vnd.oasis.opendocument.text odt
  application/vnd.oasis.opendocument.spreadsheet ods
  application/vnd.oasis.opendocument.presentation odp
  application/vnd.apple.pkpass pkpass
  image/png png
  image/jpeg jpg jpeg
  image/gif gif
  image/webp webp
  image/svg+xml svg
  image/heic heic
  image/tiff tif tiff
  audio/mpeg mp3
  video/mp4 mp4
  video/quicktime mov
`;

let byExtension: ReadonlyMap<string, string> | undefined;

/** The media types by their extensions, in lower case. */
export function mediaTypes(): ReadonlyMap<string, string> {
  byExtension ??= new Map(
    table.split('\n').flatMap((line) => {
      const [type = '', ...extensions] = line.trim().split(' ');
      return extensions.map((extension) => [extension, type] as const);
    }),
  );
  return byExtension;
}

/** The media type of a file by the extension of its name; `application/octet-stream` for an unknown one. */
export function mediaTypeOf(name: string): string {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return mediaTypes().get(extension) ?? 'application/octet-stream';
}
