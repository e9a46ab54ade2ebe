/** The value of an environment variable that the stack always sets. Throws if it is not set. */
export function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set`);
  return value;
}
