/**
 * What a process of a test's own is given: none of the variables of whoever runs the tests, whose endpoints
 * and profiles are theirs. Where Node keeps what it has compiled says nothing to the process.
 */
export function bareEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
}
