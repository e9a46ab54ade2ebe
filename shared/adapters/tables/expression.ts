import type { Item } from './attributes.ts';

/** The names and values of an expression of DynamoDB, for names that are reserved (`state`) or are data themselves. */
export class Expression {
  readonly names: Record<string, string> = {};
  readonly values: Item = {};

  /** The stand-in for an attribute's name. */
  name(name: string): string {
    const key = `#n${Object.keys(this.names).length}`;
    this.names[key] = name;
    return key;
  }

  value(value: Item[string]): string {
    const key = `:v${Object.keys(this.values).length}`;
    this.values[key] = value;
    return key;
  }

  text(text: string): string {
    return this.value({ S: text });
  }

  /** The fields of a command's input for these names and values. */
  attributes() {
    return { ExpressionAttributeNames: this.names, ExpressionAttributeValues: this.values };
  }
}

/** An UpdateExpression of assignments such as `#n0 = :v0`, and of attributes to remove; of one of both at least. */
export function updateText(sets: readonly string[], removes: readonly string[]): string {
  return [
    ...(sets.length > 0 ? [`SET ${sets.join(', ')}`] : []),
    ...(removes.length > 0 ? [`REMOVE ${removes.join(', ')}`] : []),
  ].join(' ');
}
