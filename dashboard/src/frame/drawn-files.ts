import { findAll, read, write } from './safe-dom.ts';

/** Where a mail shows its files by their Content-IDs, by the attribute that names the file. */
const shown = {
  src: 'img[src^="cid:" i], input[src^="cid:" i]',
  background: '[background^="cid:" i]',
} as const;

/**
 * The files of a mail are not in the preview: a neutral picture with the name stands for each that the mail shows. As a
 * background it has no name, whose words would lie behind those of the mail.
 */
export function drawFiles(mail: Document): void {
  for (const element of findAll(mail, shown.src)) {
    write(element, 'src', pictureOf(read(element, 'src') ?? ''));
  }
  for (const element of findAll(mail, shown.background))
    write(element, 'background', pictureOf(''));
}

function pictureOf(address: string): string {
  const name = address.replace(/[^\w.:@%+-]/g, '?');
  const words = name.length > 26 ? `${name.slice(0, 25)}…` : name;
  const width = 40 + 8 * words.length;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="48" viewBox="0 0 ${width} 48" style="background:#e9ecef">
    <text x="50%" y="28" text-anchor="middle" font-family="sans-serif" font-size="12" fill="#495057">${words}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
