/** The part of css-tree that is used here; the package has no types. */
declare module 'css-tree/tokenizer' {
  /** Calls `onToken` for each token of a style sheet, white space and comments included. */
  export function tokenize(
    css: string,
    onToken: (type: number, start: number, end: number) => void,
  ): void;

  /** The numbers of the kinds of tokens. */
  export const tokenTypes: Readonly<
    Record<
      | 'AtKeyword'
      | 'BadString'
      | 'BadUrl'
      | 'CDC'
      | 'CDO'
      | 'Colon'
      | 'Comment'
      | 'Delim'
      | 'Function'
      | 'LeftCurlyBracket'
      | 'LeftParenthesis'
      | 'LeftSquareBracket'
      | 'RightCurlyBracket'
      | 'RightParenthesis'
      | 'RightSquareBracket'
      | 'Semicolon'
      | 'WhiteSpace',
      number
    >
  >;
}
