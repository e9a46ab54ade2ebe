/** Ids stand in addresses, in file names and in the tables' keys. */
const shape = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** Whether an account, an API key or a template of this id can exist at all. */
export function isId(text: string): boolean {
  return shape.test(text);
}

/** A ULID as it is written: 48 bits of time and 80 of chance, https://github.com/ulid/spec. */
const ulid = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** Whether a message of this id can exist at all: only then does its place in a list mean a time. */
export function isMessageId(text: string): boolean {
  return ulid.test(text);
}
