/** The value of an environment variable that the stack always sets. Throws where it does not. */
export function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set`);
  return value;
}
