import type { Answer } from './answer.ts';
import type { Asked } from './asked.ts';

/** In lower case. */
export type Method = 'get' | 'post' | 'put' | 'delete';

/** One resource: its path below `/manage/v1`, as Hono's routers write it, and what it answers to. */
export interface Resource {
  path: string;
  methods: { readonly [method in Method]?: (asked: Asked) => Promise<Answer> };
}
