import { Failure } from '../failure.ts';

/** The values that intrinsic functions refer to. Both functions throw a `Failure` for an unknown name. */
export interface References {
  /** The value of `Ref`: a resource's physical name, a parameter or a pseudo parameter. */
  ref: (name: string) => string;
  /** The value of `Fn::GetAtt`. */
  attribute: (logicalId: string, name: string) => string;
}

/** Marks a value that `AWS::NoValue` removes. */
const nothing = Symbol('AWS::NoValue');

/**
 * Replaces CloudFormation's intrinsic functions with their values, at any depth. It supports the functions that CDK
 * writes into this stack; any other throws a `Failure` that names it.
 */
export function resolve(value: unknown, references: References): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => resolve(item, references)).filter((item) => item !== nothing);
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [only] = entries;
  if (only && entries.length === 1 && (only[0] === 'Ref' || only[0].startsWith('Fn::'))) {
    return intrinsic(only[0], only[1], references);
  }
  const resolved = entries.map(([name, item]) => [name, resolve(item, references)] as const);
  return Object.fromEntries(resolved.filter(([, item]) => item !== nothing));
}

function intrinsic(name: string, argument: unknown, references: References): unknown {
  switch (name) {
    case 'Ref':
      return argument === 'AWS::NoValue' ? nothing : references.ref(String(argument));
    case 'Fn::GetAtt':
      return getAttribute(argument, references);
    case 'Fn::Join':
      return join(resolve(argument, references));
    case 'Fn::Select':
      return select(resolve(argument, references));
    case 'Fn::Split':
      return split(resolve(argument, references));
    case 'Fn::Sub':
      return substitute(argument, references);
    default:
      throw new Failure(`The stack uses ${name}, which the local run does not support.`);
  }
}

function getAttribute(argument: unknown, { attribute }: References): string {
  const [logicalId, ...name] = typeof argument === 'string' ? argument.split('.') : list(argument);
  return attribute(String(logicalId), name.join('.'));
}

function join(argument: unknown): string {
  const [separator, parts] = list(argument);
  return list(parts).join(String(separator));
}

function select(argument: unknown): unknown {
  const [index, from] = list(argument);
  return list(from)[Number(index)];
}

function split(argument: unknown): string[] {
  const [separator, text] = list(argument);
  return String(text).split(String(separator));
}

/** `${Name}`, `${Name.Attribute}`, the names of its own map, and `${!Literal}`. */
function substitute(argument: unknown, references: References): string {
  const [text, own = {}] = typeof argument === 'string' ? [argument] : list(argument);
  const values = new Map(Object.entries(resolve(own, references) as object));
  return String(text).replace(/\$\{(!?)([^}]+)\}/g, (_, literal: string, name: string) => {
    if (literal) return `\${${name}}`;
    if (values.has(name)) return String(values.get(name));
    return name.includes('.') ? getAttribute(name, references) : references.ref(name);
  });
}

function list(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  throw new Failure('The stack uses an intrinsic function with arguments of an unknown form.');
}
