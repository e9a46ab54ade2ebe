/** Ids appear in URLs, in file names and in the tables' keys. */
const shape = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** Whether an account, an API key or a template of this id can exist at all. */
export function isId(text: string): boolean {
  return shape.test(text);
}
