import { withHead } from './edit.ts';

const inverted = 'filter:invert(1) hue-rotate(180deg)!important';

/** All colours inverted, as Gmail on iOS does it in dark mode, and pictures as they are. */
export function gmailIosDarkView(html: string): string {
  return withHead(html, `<style>html{background:#fff;${inverted}}img{${inverted}}</style>`);
}
