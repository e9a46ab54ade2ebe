import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';
import { answerShapes } from '../../../client/openapi/breaches.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export const promisedShapes = 'promised-shapes.mjs';

/** Compiles the document's schemas once for all test files, which then load only plain functions. */
export async function writePromisedShapes(data: string): Promise<void> {
  const { schemas, names } = answerShapes();
  const ajv = new Ajv2020({ strict: false, code: { source: true, esm: true } });
  ajv.addSchema({ $id: 'document', components: { schemas } });
  const places = names.map((name) => [name, `document#/components/schemas/${name}`]);
  const contents = standaloneCode.default(ajv, Object.fromEntries(places));
  const built = await build({
    stdin: { contents, resolveDir: root },
    ...{ bundle: true, format: 'esm', write: false },
  });
  await writeFile(join(data, promisedShapes), built.outputFiles[0]?.text ?? '');
}
