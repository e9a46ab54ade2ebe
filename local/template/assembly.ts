import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { Failure } from '../failure.ts';
import { Template } from './template.ts';

const manifestFile = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      type: z.string(),
      properties: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
});

const assetsFile = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.object({ path: z.string() }),
      destinations: z.record(z.string(), z.object({ objectKey: z.string() })),
    }),
  ),
});

/** The output of CDK's synthesis: the template of the only stack, and the folders of its assets. */
export interface Assembly {
  template: Template;
  /** The folder of the asset that would be uploaded under a key. */
  assetFolder: (objectKey: string) => string;
}

/** Reads a cloud assembly (`cdk.out`). Throws a `Failure` for no stack, several, or an unsupported resource type. */
export function readAssembly(folder: string): Assembly {
  const { artifacts } = manifestFile.parse(readJson(folder, 'manifest.json'));
  const all = Object.entries(artifacts);
  const stacks = all.filter(([, { type }]) => type === 'aws:cloudformation:stack');
  const [stack] = stacks;
  if (!stack || stacks.length > 1) {
    throw new Failure(`The app must have one stack to run locally; it has ${stacks.length}.`);
  }
  const [stackName, { properties }] = stack;
  const template = new Template(readJson(folder, String(properties?.templateFile)), stackName);
  const manifests = all.filter(([, { type }]) => type === 'cdk:asset-manifest');
  const folders = manifests.flatMap(([, artifact]) =>
    assetFolders(folder, String(artifact.properties?.file)),
  );
  const byKey = new Map(folders);
  return {
    template,
    assetFolder: (objectKey) => {
      const found = byKey.get(objectKey);
      if (!found) throw new Failure(`The synthesis made no asset with the key ${objectKey}.`);
      return found;
    },
  };
}

function assetFolders(folder: string, file: string): [string, string][] {
  const { files } = assetsFile.parse(readJson(folder, file));
  return Object.values(files).flatMap(({ source, destinations }) =>
    Object.values(destinations).map(({ objectKey }): [string, string] => [
      objectKey,
      join(folder, source.path),
    ]),
  );
}

function readJson(folder: string, file: string): unknown {
  return JSON.parse(readFileSync(join(folder, file), 'utf8'));
}
