import { applyEdits, modify } from 'jsonc-parser';

const layout = { formattingOptions: { insertSpaces: true, tabSize: 2, eol: '\n' } };

/**
 * The text of a settings file with one sender more: among those of the environment where there is
 * one. The rest of the text stays as it is.
 */
export function addedTo(
  text: string,
  senders: readonly string[],
  sender: string,
  environment: string | undefined,
): string {
  const path = environment === undefined ? ['senders'] : ['environments', environment, 'senders'];
  return applyEdits(text, modify(text, path, [...senders, sender], layout));
}
