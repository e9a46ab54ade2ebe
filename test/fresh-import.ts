import { registerHooks } from 'node:module';

let imports = 0;

/**
 * Loads a module of the project again, with all modules of the project that it imports: for code that runs once,
 * such as reading its variables or its cold start.
 */
export async function freshImport<T>(module: URL): Promise<T> {
  const query = `?fresh=${++imports}`;
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const isOurs = specifier.startsWith('.') && context.parentURL?.endsWith(query);
      return isOurs ? { ...resolved, url: resolved.url + query } : resolved;
    },
  });
  try {
    return await import(module.href + query);
  } finally {
    hooks.deregister();
  }
}
