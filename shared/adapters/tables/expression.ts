import type { Item } from './attributes.ts';

/**
 * The names and values of an expression of DynamoDB. Every attribute goes through it whose name is
 * reserved (`state`, `owner`) or is data of its own, such as an address that is a map's key.
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

  /** The input's attributes for these. */
  attributes() {
    return { ExpressionAttributeNames: this.names, ExpressionAttributeValues: this.values };
  }
}
