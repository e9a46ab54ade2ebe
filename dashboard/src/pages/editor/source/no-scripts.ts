import { jsonLanguage } from '@codemirror/lang-json';
import { LanguageSupport, StreamLanguage } from '@codemirror/language';

// Replaces CodeMirror's JavaScript (30 KB): mail programs run no scripts. A script is plain text, or JSON by its type.
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
