import { rmSync } from 'node:fs';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { ServiceStack } from '../../lib/service-stack.ts';
import { parseSettings } from '../../lib/settings/settings.ts';
import type { Api } from '../../local/template/api.ts';
import { readStack } from '../../local/template/stack-model.ts';
import { Template as LocalTemplate } from '../../local/template/template.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { every } from './options/every-setting.ts';

interface Variant {
  basePath?: string;
  name?: string;
  region?: string;
}

/** Settings that differ from the defaults in independent places. A test looks at one of them. */
export const changed = {
  dashboard: true,
  deletionProtection: false,
  logRetentionDays: 7,
  monitoring: false,
  reservedConcurrency: { authorizer: 50, render: 20 },
  suppression: false,
  waf: { rateLimit: 500, commonRules: 'block' },
};

const made = new Map<string, Template>();

/**
 * The stack as a template, without the dashboard unless the settings say so. Equal settings are synthesised
 * once. CDK bundles nothing: these tests read neither functions nor the page. It also skips CloudFormation's own rules,
 * which take longer than all the rest; `options/findings.ts` checks them.
 */
export function synthesised(settings: object = {}, variant: Variant = {}): Template {
  const key = JSON.stringify([{ dashboard: false, ...settings }, variant]);
  const template = made.get(key) ?? synthesise(settings, variant);
  made.set(key, template);
  return template;
}

function synthesise(settings: object, { basePath, name = 'test', region }: Variant): Template {
  const outdir = temporaryFolder();
  const app = new App({
    outdir,
    builtinCloudFormationValidation: false,
    context: { 'aws:cdk:bundling-stacks': [] },
  });
  const stack = new ServiceStack(app, name, {
    settings: parseSettings({ dashboard: false, ...settings }),
    basePath,
    ...(region && { env: { account: '123456789012', region } }),
  });
  const template = Template.fromStack(stack);
  rmSync(outdir, { recursive: true });
  return template;
}

/** The stack below a base path, with a domain, a throttle and a dashboard. */
export function belowBasePath(): Template {
  const throttle = { requestsPerSecond: 20, burst: 40 };
  return synthesised({ dashboard: true, domain: every.domain, throttle }, { basePath: 'v1' });
}

/** The APIs for callers with keys, as the local run reads them, which refuses an authorizer that caches. */
export function callersApis(template: Template) {
  const assembly = { template: new LocalTemplate(template.toJSON(), 'test') };
  const { api, doors } = readStack({ ...assembly, assetFolder: (key) => key });
  return { api, doors };
}

/** The methods of an API: the function, what names the caller, whether a usage plan counts, and the throttle. */
export const methodsOf = (api: Api | undefined) =>
  api?.methods
    .map(({ httpMethod, path, functionArn, authorizer, apiKeyRequired, throttle }) => [
      `${httpMethod} ${path}`,
      idIn(functionArn),
      authorizer?.kind === 'function'
        ? `${idIn(authorizer.arn)}: ${authorizer.header ?? 'path'}`
        : 'none',
      apiKeyRequired,
      ...[throttle?.ratePerSecond, throttle?.burst],
    ])
    .toSorted();

const idIn = (arn: string) => arn.replace(/^.*:|[0-9A-F]{8}$/g, '');

type Resource = { Type: string; Properties: Record<string, unknown> };

/** The resources of one type, by logical id. */
export function resources(template: Template, type: string): Record<string, Resource> {
  return template.findResources(type) as Record<string, Resource>;
}

/** The one resource of a type whose logical id has this prefix. */
export function only(template: Template, type: string, prefix = '') {
  const all = Object.entries(template.findResources(type)).filter(([id]) => id.startsWith(prefix));
  const [found] = all;
  if (!found || all.length > 1) throw new Error(`There are ${all.length} ${type} ${prefix}`);
  const properties: Record<string, unknown> = found[1].Properties ?? {};
  return { id: found[0], properties, resource: found[1] };
}

/** The properties of each resource of a type. */
export const propertiesOf = (template: Template, type: string) =>
  Object.values(resources(template, type)).map(({ Properties }) => Properties);

/** The variables of a function. */
export function variablesOf(template: Template, functionName: string): Record<string, unknown> {
  const [found] = Object.entries(resources(template, 'AWS::Lambda::Function')).filter(([id]) =>
    new RegExp(`^${functionName}[0-9A-F]{8}$`).test(id),
  );
  const { Variables = {} } = (found?.[1].Properties.Environment ?? {}) as {
    Variables?: Record<string, unknown>;
  };
  return Variables;
}

/** A list of names that have no spaces. */
export const words = (text: string) => text.trim().split(/\s+/);

/** The permissions of a function's own role: each action with the logical ids and names in its resources. */
export function permissionsOf(template: Template, functionName: string): Record<string, string[]> {
  const [policy] = Object.entries(resources(template, 'AWS::IAM::Policy'))
    .filter(([id]) => id.startsWith(`${functionName}Role`))
    .map(([, resource]) => resource.Properties.PolicyDocument);
  const { Statement } = policy as { Statement: { Action: string | string[]; Resource: unknown }[] };
  const permissions: Record<string, string[]> = {};
  for (const { Action, Resource } of Statement) {
    for (const action of [Action].flat()) {
      const resources = [Resource].flat().map((resource) => describe(resource));
      permissions[action] = [...new Set([...(permissions[action] ?? []), ...resources])];
    }
  }
  return permissions;
}

/** A resource of a policy as one line: `Fn::GetAtt` as its logical id, a join as its parts. */
function describe(resource: unknown): string {
  if (typeof resource === 'string') return resource;
  const [key, value] = Object.entries(resource as object)[0] as [string, unknown];
  if (key === 'Fn::GetAtt') return (value as string[])[0]?.replace(/[0-9A-F]{8}$/, '') ?? '';
  if (key === 'Ref') return `\${${(value as string).replace(/[0-9A-F]{8}$/, '')}}`;
  if (key === 'Fn::Join') return (value as [string, unknown[]])[1].map(describe).join('');
  return JSON.stringify(resource);
}

/** A joined value as one text, with the parts that are not texts in braces. */
export function joined(value: unknown): string {
  const [, parts] = (value as { 'Fn::Join': [string, unknown[]] })['Fn::Join'];
  return parts
    .map((part) => (typeof part === 'string' ? part : `{${Object.values(part as object).flat()}}`))
    .join('');
}
