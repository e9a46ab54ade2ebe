import { Ajv2020 } from 'ajv/dist/2020.js';
import { answerShapes } from '../../../client/openapi/answer-shapes.ts';
import { breachesBy, type Check } from '../../../client/openapi/breaches.ts';

/** Holds answers to docs/openapi.json, whose schemas are compiled here. */
export function promise(): ReturnType<typeof breachesBy> {
  const { schemas, names } = answerShapes();
  const ajv = new Ajv2020({ strict: false });
  ajv.addSchema({ $id: 'document', components: { schemas } });
  const checks = names.map((name) => {
    const check = ajv.getSchema(`document#/components/schemas/${name}`);
    if (!check) throw new Error(`The document has no schema ${name}`);
    return [name, check as Check];
  });
  return breachesBy(Object.fromEntries(checks));
}
