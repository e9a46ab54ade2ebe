import * as z from 'zod/mini';
import { isJsonObject } from '../http/contract.ts';

export type Fields = Record<string, unknown>;

/** A text. `null` and `""` are "not given". */
export const text = z.pipe(
  z.nullish(z.string()),
  z.transform((value) => value || undefined),
);

/** Addresses: each text may have several, with commas between them. */
export const addresses = z.nullish(
  z.union([z.string(), z.array(z.string())], 'a string or a list'),
);

/** An empty list is an object too: PHP writes both alike. */
const emptyList = z.transform((value) => (Array.isArray(value) && value.length === 0 ? {} : value));
const object = z.custom<Fields>(isJsonObject, 'an object');

export const objectOf = <Shape extends z.ZodMiniType>(shape: Shape) =>
  z.nullish(z.pipe(emptyList, shape));
export const fields = objectOf(object);

const expected = 'a string in base64';
const byte = z.int().check(z.gte(0), z.lte(255));
const bytes = z.custom<number[]>((value) => z.safeParse(z.array(byte), value).success, expected);

/** A file's content in base64. Some SDKs write a list of its bytes. */
export const fileContent = z.nullish(
  z.union([z.string(), bytes, z.object({ data: bytes })], expected),
);

/** The content in base64 without line breaks, which some SDKs write. */
export function base64(content: z.output<typeof fileContent>): string | undefined {
  if (typeof content === 'string') return content.replace(/[\r\n]+/g, '');
  if (!content) return undefined;
  return Buffer.from('data' in content ? content.data : content).toString('base64');
}
