import * as z from 'zod/mini';
import { canonicalTag } from '../language/language-tag.ts';
import {
  maxBranchValues,
  maxFlowNodes,
  maxJsonDepth,
  maxLanguages,
  maxMailboxCharacters,
  maxNameCharacters,
  maxNodeIdCharacters,
  maxNodeMessageCharacters,
  maxPatternCharacters,
  maxTemplateIdCharacters,
  maxUnsubscribeCharacters,
} from '../limits.ts';
import { deliveryFields, isDeliveryField, languageField } from './delivery.ts';
import { quote } from './flow-error.ts';
import { namesOf, rowsOf } from './table.ts';

/** An object of exactly these fields, so that a misspelt `replyTo` is reported. */
const exactly = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? unknownFields(issue.keys, Object.keys(shape))
        : undefined,
  });

function unknownFields(unknown: readonly string[], known: readonly string[]): string {
  return `has no field ${unknown.map(quote).join(', ')}; its fields are ${known.join(', ')}`;
}

const shortText = (maxCharacters: number) =>
  z.string().check(z.minLength(1), z.maxLength(maxCharacters));

/** A name in which `problemOf` finds no problem; the text of a problem ends the error's sentence. */
const nameWithout = (problemOf: (name: string) => string | null) =>
  shortText(maxNameCharacters).check((context) => {
    const problem = context.value === '' ? null : problemOf(context.value);
    if (problem !== null)
      context.issues.push({ code: 'custom', input: context.value, message: problem });
  });

const jsonValue = z.unknown().check(
  z.refine((value) => isJson(value, maxJsonDepth), {
    error: `must be a JSON value nested no deeper than ${maxJsonDepth} levels`,
  }),
);

/** What every node has. Name, label and position are for a canvas; they do not change the flow. */
const anyNode = {
  id: shortText(maxNodeIdCharacters),
  name: z.nullish(z.string().check(z.maxLength(maxNameCharacters))),
  label: z.nullish(z.string().check(z.maxLength(maxNameCharacters))),
  position: z.nullish(exactly({ x: z.number(), y: z.number() })),
};

/** A sentence, or the same sentence in several languages by their tags. */
const nodeMessage = z.union([
  shortText(maxNodeMessageCharacters),
  z.record(z.string(), shortText(maxNodeMessageCharacters)).check((context) => {
    const problem = languagesProblem(Object.keys(context.value));
    if (problem !== null)
      context.issues.push({ code: 'custom', input: context.value, message: problem });
  }),
]);

const verification = { ...anyNode, type: z.literal('verification') };

/** The verifications, by their `kind`. To add one, add it here, and to each table that the compiler then names. */
const verifications = {
  email_domain: exactly({ ...verification, kind: z.literal('email_domain') }),
  required_fields: exactly({
    ...verification,
    kind: z.literal('required_fields'),
    fields: z.array(nameWithout(inputNameProblem)).check(z.minLength(1)),
  }),
  regex: exactly({
    ...verification,
    kind: z.literal('regex'),
    field: nameWithout(inputNameProblem),
    pattern: shortText(maxPatternCharacters),
    message: z.nullish(nodeMessage),
  }),
};

/** All other nodes, by their `type`. */
const nodes = {
  template: exactly({ ...anyNode, type: z.literal('template') }),
  /** Makes the mail of another template, if `field` has one of `values`, or just a value if there are none. */
  branch: exactly({
    ...anyNode,
    type: z.literal('branch'),
    field: nameWithout((name) => (name === languageField ? null : inputNameProblem(name))),
    values: z.nullish(
      z.array(shortText(maxNameCharacters)).check(z.minLength(1), z.maxLength(maxBranchValues)),
    ),
    template: shortText(maxTemplateIdCharacters),
  }),
  variables: exactly({
    ...anyNode,
    type: z.literal('variables'),
    variables: z.array(
      exactly({ name: nameWithout(variableNameProblem), default: z.optional(jsonValue) }),
    ),
  }),
  provider: exactly({
    ...anyNode,
    type: z.literal('provider'),
    provider: z.literal('ses'),
    from: shortText(maxMailboxCharacters),
    replyTo: z.nullish(shortText(maxMailboxCharacters)),
    unsubscribe: z.nullish(shortText(maxUnsubscribeCharacters)),
  }),
  callback: exactly({ ...anyNode, type: z.literal('callback') }),
};

/** A node, told apart by its `type`, a verification by its `kind` as well. */
export const flowNode = z.discriminatedUnion('type', [
  nodes.template,
  nodes.variables,
  z.discriminatedUnion('kind', rowsOf(verifications)),
  nodes.branch,
  nodes.provider,
  nodes.callback,
]);

/** The types of nodes: when a run comes to them, and whether they end the flow. */
export const nodeTypes = {
  variables: { turn: 0, isOutput: false },
  verification: { turn: 1, isOutput: false },
  branch: { turn: 2, isOutput: false },
  template: { turn: 3, isOutput: false },
  provider: { turn: 4, isOutput: true },
  callback: { turn: 4, isOutput: true },
} as const satisfies Record<FlowNode['type'], { turn: number; isOutput: boolean }>;

const edge = exactly({ from: z.string(), to: z.string() });

/**
 * A flow as it is written: nodes, and edges in the direction in which inputs become a mail.
 *
 * @example
 * { nodes: [{ id: 'mail', type: 'template' },
 *           { id: 'send', type: 'provider', provider: 'ses', from: 'Acme <hi@acme.example>' }],
 *   edges: [{ from: 'mail', to: 'send' }] }
 */
export const flowGraph = exactly({
  nodes: z.array(flowNode).check(z.maxLength(maxFlowNodes)),
  edges: z.array(edge),
});

/** The fields that the checks of the structure need; it parses even if other fields of the nodes are wrong. */
export const flowSkeleton = z.object({
  nodes: z
    .array(
      z.object({
        id: z.string(),
        type: z.enum(namesOf(nodeTypes)),
      }),
    )
    .check(z.maxLength(maxFlowNodes)),
  edges: z.array(z.object({ from: z.string(), to: z.string() })),
});

export type FlowGraph = z.infer<typeof flowGraph>;
export type FlowNode = z.infer<typeof flowNode>;
export type FlowEdge = z.infer<typeof edge>;
export type FlowSkeleton = z.infer<typeof flowSkeleton>;

/** A kind of verification. */
export type VerificationKind = keyof typeof verifications;

/** The type of a node; for a verification its kind. */
export type NodeKind = keyof typeof nodes | VerificationKind;

/** A node of one kind. */
export type NodeOf<Kind extends NodeKind> = Kind extends VerificationKind
  ? Extract<FlowNode, { kind: Kind }>
  : Extract<FlowNode, { type: Kind }>;

export function kindOf(node: FlowNode): NodeKind {
  return node.type === 'verification' ? node.kind : node.type;
}

/** Whether JSON can represent a value, at most `maxDepth` deep: a list of plain values is 1. */
export function isJson(value: unknown, maxDepth: number): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || maxDepth === 0) return false;
  if (!Array.isArray(value) && !isPlainObject(value)) return false;
  return Object.values(value).every((item) => isJson(item, maxDepth - 1));
}

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** What is wrong with the languages of a message, as the end of a sentence, or null. */
function languagesProblem(tags: readonly string[]): string | null {
  if (tags.length === 0) return 'must have a language, such as {"en": "…"}';
  if (tags.length > maxLanguages) return `must not have more than ${maxLanguages} languages`;
  const wrong = tags.find((tag) => canonicalTag(tag) !== tag);
  if (wrong === undefined) return null;
  const example = canonicalTag(wrong) ?? 'pt or pt-BR';
  return `names the language ${quote(wrong)}, which must be a language tag, such as ${example}`;
}

/** What is wrong with a variable's name that is not empty, as the end of a sentence, or null. */
function variableNameProblem(name: string): string | null {
  if (name.startsWith('_')) return 'must not begin with _, which is reserved for delivery fields';
  if (name.split('.').includes('')) return 'must have a name on both sides of each dot';
  if (name.trim() !== name) return 'must not begin or end with white space';
  return null;
}

/** Like `variableNameProblem`, for a name that may be a delivery field's as well. */
function inputNameProblem(name: string): string | null {
  if (!name.startsWith('_')) return variableNameProblem(name);
  return isDeliveryField(name)
    ? null
    : `begins with _ but is not a delivery field; the delivery fields are ${deliveryFields.join(', ')}`;
}
