/** The names of the frame's own elements. A mail has no rules for them, except those for all elements. */
export const names = {
  run: 'postrider-run',
  text: 'postrider-text',
  chip: 'postrider-chip',
} as const;

export const pointedName = 'postrider-pointed';

const { run, text, chip } = names;

// Outlines and backgrounds take no room, so the texts of the mail never move.
const rules = `
${run} {
  border-radius: 2px !important;
  outline: 1px dashed rgb(28 126 214 / 60%) !important;
  outline-offset: 1px !important;
  cursor: text !important;
}
${run}:hover, ${run}:focus-visible, ${run}[data-edited] {
  outline: 2px solid #1c7ed6 !important;
  outline-offset: 2px !important;
}
${text} {
  min-width: 2px !important;
  outline: none !important;
  white-space: pre-wrap !important;
  user-select: text !important;
  -webkit-user-select: text !important;
}
${text}:empty {
  display: inline-block !important;
}
${chip} {
  padding: 0 .35em !important;
  border: 0 !important;
  border-radius: 4px !important;
  outline: 1px solid #a5d0f5 !important;
  outline-offset: -1px !important;
  background: #e1effd !important;
  color: #12508a !important;
  font-family: ui-monospace, Menlo, Consolas, monospace !important;
  font-size: .85em !important;
  font-weight: 400 !important;
  letter-spacing: normal !important;
  text-transform: none !important;
  overflow-wrap: anywhere !important;
  user-select: none !important;
  -webkit-user-select: none !important;
  cursor: default !important;
}
::highlight(${pointedName}) {
  background-color: rgb(28 126 214 / 25%);
}
@media (forced-colors: active) {
  ${chip} { forced-color-adjust: none !important; }
}
`;

/** Call it before a mail is shown; it stays for all mails. */
export function addLook(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets = [sheet];
}
