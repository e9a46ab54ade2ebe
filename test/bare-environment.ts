/**
 * The environment of a process that a test starts. It leaves out the variables of the person who runs the tests, such
 * as endpoints and AWS profiles. Node's compile cache only makes the process faster.
 */
export function bareEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
}
