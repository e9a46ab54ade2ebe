import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';
import { openApi } from '../../../openapi/document.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The file below the data folder that has a check for each schema of the document, by its name. */
export const promisedShapes = 'promised-shapes.mjs';

/**
 * Compiles the document's schemas, once for all test files: what each of them then loads are plain
 * functions. Of an answer no field may be missing in the document, which callers' own checks may
 * well let pass.
 */
export async function writePromisedShapes(data: string): Promise<void> {
  const { schemas } = openApi().components;
  const ajv = new Ajv2020({ strict: false, code: { source: true, esm: true } });
  ajv.addSchema({ $id: 'document', components: { schemas: closed(schemas) } });
  const names = Object.keys(schemas).map((name) => [name, `document#/components/schemas/${name}`]);
  const contents = standaloneCode.default(ajv, Object.fromEntries(names));
  const built = await build({
    stdin: { contents, resolveDir: root },
    ...{ bundle: true, format: 'esm', write: false },
  });
  await writeFile(join(data, promisedShapes), built.outputFiles[0]?.text ?? '');
}

function closed(schema: unknown, name = ''): unknown {
  if (Array.isArray(schema)) return schema.map((each) => closed(each));
  if (typeof schema !== 'object' || schema === null || name.endsWith('Request')) return schema;
  const parts = Object.entries(schema).map(([key, value]) => [key, closed(value, key)]);
  const isShape = 'type' in schema && schema.type === 'object' && 'properties' in schema;
  return { ...Object.fromEntries(parts), ...(isShape && { additionalProperties: false }) };
}
