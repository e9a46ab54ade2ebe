import type { Item } from './attributes.ts';

/**
 * The names and values of an expression of DynamoDB. It is needed for each attribute whose name is
 * reserved (`state`, `owner`) or is itself data, such as an address that is a map's key.
 */
export class Expression {
  readonly names: Record<string, string> = {};
  readonly values: Item = {};

  /** The stand-in for an attribute's name. */
  name(name: string): string {
    const key = `#n${Object.keys(this.names).length}`;
    this.names[key] = name;
    return key;
  }

  /** The stand-in for a value. */
  value(value: Item[string]): string {
    const key = `:v${Object.keys(this.values).length}`;
    this.values[key] = value;
    return key;
  }

  /** The stand-in for a text. */
  text(text: string): string {
    return this.value({ S: text });
  }

  /** The fields of a command's input for these names and values. */
  attributes() {
    return { ExpressionAttributeNames: this.names, ExpressionAttributeValues: this.values };
  }
}
