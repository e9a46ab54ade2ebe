/** The meaning of a field, and the limits of its value if there are some. */
export interface FieldWord {
  description: string;
  maxLength?: number;
  maxItems?: number;
  pattern?: string;
}

export type FieldWords<Field extends string = string> = Record<Field, FieldWord>;

export interface Words<Field extends string> {
  description: string;
  fields: FieldWords<Field>;
}

/** The names that a type declares, without an index signature. */
export type FieldOf<T> = keyof {
  [K in keyof T as string extends K ? never : K]: T[K];
} &
  string;

/** A field without limits. */
export const said = (description: string): FieldWord => ({ description });
