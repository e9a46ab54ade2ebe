import * as z from 'zod/mini';
import type { FieldWord } from './words.ts';

type Same<A, B> = [A, B, keyof A, keyof B] extends [B, A, keyof B, keyof A] ? unknown : never;

interface Field<S extends z.ZodMiniType = z.ZodMiniType> {
  schema: S;
  word: FieldWord;
}
type Fields = Record<string, Field>;
type Shape<F extends Fields> = { [Name in keyof F]: F[Name]['schema'] };

/** A field that has this schema, as a function of its meaning and of limits that the schema does not have. */
export const field =
  <S extends z.ZodMiniType>(schema: S) =>
  (description: string, limits: Omit<FieldWord, 'description'> = {}): Field<S> => ({
    schema,
    word: { description, ...limits },
  });

/** A table of fields as a schema. It accepts only a schema that equals the type `T` of a function's answer. */
export function answer<T>() {
  return <F extends Fields>(
    description: string,
    fields: F & Same<z.output<z.ZodMiniObject<Shape<F>>>, T>,
  ) => {
    const all = Object.entries(fields as Fields);
    const shape = Object.fromEntries(all.map(([name, { schema }]) => [name, schema]));
    const words = Object.fromEntries(all.map(([name, { word }]) => [name, word]));
    return { description, fields: words, schema: z.object(shape as Shape<F>) };
  };
}

/** A schema with its meaning. It accepts only a schema that equals the type `T` of a function's answer. */
export function union<T>() {
  return <S extends z.ZodMiniType>(description: string, schema: S & Same<z.output<S>, T>) => ({
    description,
    fields: {},
    schema: schema as S,
  });
}

export const text = field(z.string());
export const optionalText = field(z.optional(z.string()));
export const nullableText = field(z.nullable(z.string()));
export const absentOrNullText = field(z.optional(z.nullable(z.string())));
export const texts = field(z.array(z.string()));
export const names = field(z.readonly(z.array(z.string())));
export const number = field(z.number());
export const flag = field(z.boolean());
export const onlyTrue = field(z.optional(z.literal(true)));
