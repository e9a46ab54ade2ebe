import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const { resolve } = createRequire(import.meta.url);
const partOf = (name: string) => `@mantine/core/styles/${name}.layer.css`;

/** Mantine's styles that belong to no component. */
const base = ['baseline', 'default-css-variables', 'global'];

/**
 * Builds the page with the styles of only the Mantine components that it uses, a fifth of all. Each Mantine file with a
 * component's class names imports the component's stylesheet, so that the bundler keeps or drops both. All stylesheets
 * are in one layer, so that a rule of the dashboard overrides theirs in any order of loading.
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
      // The bundler may inline the class names and then drop the file.
      return { code: `import '${partOf(name)}';\n${code}`, moduleSideEffects: true };
    },
  };
}
