/**
 * The media types of files that mails carry, each with its extensions. The library `mime` knows a thousand more, and every
 * cold start would load them; a test compares the two. It is one text, because V8 reads a text faster than code.
 */
const table = `
  application/pdf pdf
  text/plain txt log
  text/csv csv
  text/tab-separated-values tsv
  text/html html htm
  application/xml xml
  application/json json
  text/markdown md
  application/rtf rtf
  text/calendar ics
  application/zip zip
  application/gzip gz
  application/x-7z-compressed 7z
  application/vnd.rar rar
  application/x-tar tar
  application/msword doc
  application/vnd.openxmlformats-officedocument.wordprocessingml.document docx
  application/vnd.openxmlformats-officedocument.wordprocessingml.template dotx
  application/vnd.ms-excel xls
  application/vnd.openxmlformats-officedocument.spreadsheetml.sheet xlsx
  application/vnd.openxmlformats-officedocument.spreadsheetml.template xltx
  application/vnd.ms-powerpoint ppt
  application/vnd.openxmlformats-officedocument.presentationml.presentation pptx
  application/vnd.openxmlformats-officedocument.presentationml.slideshow ppsx
  application/vnd.oasis.opendocument.text odt
  application/vnd.oasis.opendocument.spreadsheet ods
  application/vnd.oasis.opendocument.presentation odp
  application/vnd.apple.pages pages
  application/vnd.apple.numbers numbers
  application/vnd.apple.keynote key
  application/vnd.ms-outlook msg
  application/vnd.apple.pkpass pkpass
  image/png png
  image/jpeg jpg jpeg
  image/gif gif
  image/webp webp
  image/svg+xml svg
  image/avif avif
  image/heic heic
  image/bmp bmp
  image/tiff tif tiff
  image/vnd.microsoft.icon ico
  audio/mpeg mp3
  audio/mp4 m4a
  audio/ogg ogg
  audio/wav wav
  audio/x-flac flac
  video/mp4 mp4
  video/quicktime mov
  video/webm webm
  application/epub+zip epub
  application/pkcs7-signature p7s
  application/pgp-keys asc
  application/pgp-signature sig
  text/yaml yaml yml
  text/css css
  application/gpx+xml gpx
  application/vnd.google-earth.kml+xml kml
  font/ttf ttf
  font/woff2 woff2
  application/vnd.ms-xpsdocument xps
  image/vnd.dwg dwg
  model/stl stl
  text/vcard vcf
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
