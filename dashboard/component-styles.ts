import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const { resolve } = createRequire(import.meta.url);
const partOf = (name: string) => `@mantine/core/styles/${name}.layer.css`;

/** Mantine's styles that belong to no component. */
const base = ['baseline', 'default-css-variables', 'global'];

/**
 * Builds the page with the styles of those of Mantine's components that it uses, which is a fifth of all. Each of
 * Mantine's files with the class names of a component imports the component's stylesheet, so that both come and go
 * together. All of them are in one layer: a rule of the dashboard is stronger, whichever is loaded first.
 */
export function componentStyles(): Plugin {
  return {
    name: 'component-styles',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (!/@mantine.core.styles\.layer\.css$/.test(id)) return null;
      return base.map((name) => readFileSync(resolve(partOf(name)), 'utf8')).join('\n');
    },
    transform(code, id) {
      const [, name] = /@mantine.core.esm.*?(\w+)\.module\.mjs$/.exec(id) ?? [];
      if (!name) return null;
      // The bundler may copy the names out of the file, and then drops it.
      return { code: `import '${partOf(name)}';\n${code}`, moduleSideEffects: true };
    },
  };
}
