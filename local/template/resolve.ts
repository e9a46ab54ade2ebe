import { Failure } from '../failure.ts';

/** The values that intrinsic functions refer to. Both functions throw a `Failure` for an unknown name. */
export interface References {
  /** The value of `Ref`: a resource's physical name, a parameter or a pseudo parameter. */
  ref: (name: string) => string;
  attribute: (logicalId: string, name: string) => string;
}

/** Resolves CloudFormation's intrinsic functions at any depth. Throws a `Failure` for one that is not supported. */
export function resolve(value: unknown, references: References): unknown {
  if (Array.isArray(value)) return value.map((item) => resolve(item, references));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [only] = entries;
  if (only && entries.length === 1 && (only[0] === 'Ref' || only[0].startsWith('Fn::'))) {
    return intrinsic(only[0], resolve(only[1], references), references);
  }
  return Object.fromEntries(entries.map(([name, item]) => [name, resolve(item, references)]));
}

function intrinsic(name: string, argument: unknown, references: References): unknown {
  if (name === 'Ref') return references.ref(String(argument));
  // Of its forms, the stack uses only `${Name}`.
  if (name === 'Fn::Sub' && typeof argument === 'string') {
    return argument.replace(/\$\{([^}]+)\}/g, (_, ref: string) => references.ref(ref));
  }
  const [first, second] = list(argument);
  switch (name) {
    case 'Fn::GetAtt':
      return references.attribute(String(first), String(second));
    case 'Fn::Join':
      return list(second).join(String(first));
    case 'Fn::Select':
      return list(second)[Number(first)];
    case 'Fn::Split':
      return String(second).split(String(first));
    default:
      throw new Failure(`The stack uses ${name}, which the local run does not support.`);
  }
}

function list(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  throw new Failure('The stack uses an intrinsic function with arguments of an unknown form.');
}
