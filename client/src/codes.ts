/** Marks around a word: quotes, brackets, the end of a sentence. */
const marks = /^["'“”‘’„«»([{<*`]+|["'“”‘’»)\]}>*`.,:;!?]+$/g;

/** 4 to 8 digits, capital letters and digits with a digit among them, or two such groups with a hyphen. */
const code = /^(?=\D*\d)([A-Z\d]{4,8}|[A-Z\d]{3,4}-[A-Z\d]{3,4})$/;

/**
 * The codes in a text, in its order, each once: words of 4 to 8 digits, or of capital letters and digits with at least
 * one digit, such as `481516`, `7KQ2XD` and `AB12-CD34`. A code inside a longer word, a number or an address does not
 * count. A year does, and a code of letters alone does not: where that matters, use the mail's variables.
 */
export function codesIn(text: string): string[] {
  const words = text.split(/\s+/).map((word) => word.replace(marks, ''));
  return [...new Set(words.filter((word) => code.test(word)))];
}
