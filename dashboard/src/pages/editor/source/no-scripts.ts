import { jsonLanguage } from '@codemirror/lang-json';
import { LanguageSupport, StreamLanguage } from '@codemirror/language';

/**
 * What the editor has in place of CodeMirror's JavaScript, which CodeMirror's HTML imports: no client of mail runs
 * scripts, and their grammars are 30 KB. A script in a mail is plain text, or JSON if its type says so.
 */
const plain = StreamLanguage.define({
  token: (stream) => {
    stream.skipToEnd();
    return null;
  },
});

/** CodeMirror's HTML configures this parser only for JSON. */
const parser = Object.assign(plain.parser, { configure: () => jsonLanguage.parser });

export const javascriptLanguage = { parser };
export const typescriptLanguage = javascriptLanguage;
export const jsxLanguage = javascriptLanguage;
export const tsxLanguage = javascriptLanguage;
export const javascript = () => new LanguageSupport(plain);
