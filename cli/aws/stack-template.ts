import * as z from 'zod/mini';
import { ManageError } from '../../shared/manage/manage-error.ts';

const templateFile = z.object({
  Resources: z.record(
    z.string(),
    z.object({
      Type: z.string(),
      Properties: z.optional(z.record(z.string(), z.unknown())),
      DeletionPolicy: z.optional(z.string()),
      UpdateReplacePolicy: z.optional(z.string()),
    }),
  ),
});

export interface TemplateResource {
  logicalId: string;
  type: string;
  properties: Record<string, unknown>;
  /** Whether AWS keeps the resource when the stack no longer has it. */
  keptWhenRemoved: boolean;
  /** Whether AWS keeps the resource when a new one replaces it. */
  keptWhenReplaced: boolean;
}

/** The resources by logical id; none for null. @throws {ManageError} for a template that the CDK did not write */
export function templateResources(template: string | null): Map<string, TemplateResource> {
  const resources = template === null ? {} : readTemplate(template).Resources;
  return new Map(
    Object.entries(resources).map(([logicalId, resource]) => [
      logicalId,
      {
        logicalId,
        type: resource.Type,
        properties: resource.Properties ?? {},
        keptWhenRemoved: /^Retain/.test(resource.DeletionPolicy ?? ''),
        keptWhenReplaced: resource.UpdateReplacePolicy === 'Retain',
      },
    ]),
  );
}

function readTemplate(text: string): z.infer<typeof templateFile> {
  try {
    return templateFile.parse(JSON.parse(text));
  } catch (cause) {
    throw new ManageError(
      "The stack's template cannot be read: the CDK did not write it. Check whether the stack was updated by other means than deploy; if it is not a postrider stack, choose another stackName in postrider.json",
      [],
      { cause },
    );
  }
}

/** Writes a value of a template on one line. A reference becomes the logical id of its resource. */
export function valueText(value: unknown): string {
  if (value === null || typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.map(valueText).join('');
  const [[name, argument] = ['', undefined]] = Object.entries(value);
  if (name === 'Ref') return shortId(String(argument)).replace(/^AWS::/, '');
  if (name === 'Fn::GetAtt' && Array.isArray(argument)) return shortId(String(argument[0]));
  if (name === 'Fn::Join' && Array.isArray(argument)) return valueText(argument[1]);
  if (name === 'Fn::Sub') return valueText(Array.isArray(argument) ? argument[0] : argument);
  return JSON.stringify(value);
}

/** A logical id without the eight hexadecimal digits that the CDK appends. */
export const shortId = (logicalId: string) => logicalId.replace(/[0-9A-F]{8}$/, '');
