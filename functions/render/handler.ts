import { withinRequest } from '../../shared/adapters/call-times.ts';
import { openConnection } from '../../shared/adapters/open-connection.ts';
import { dynamodbClient } from '../../shared/adapters/tables/dynamodb-client.ts';
import {
  draftLoader,
  loadingWithin,
  notingTemplate,
  type TemplateLoader,
  templateLoader,
} from '../../shared/adapters/tables/template-loader.ts';
import { warmUp } from '../../shared/engine/render/warm-up.ts';
import { env } from '../../shared/env.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { required } from '../../shared/required.ts';
import { renderRequest } from './contract.ts';
import { renderStored } from './run.ts';

const templates = { client: dynamodbClient(withinRequest), name: required(env.templatesTable) };
const loadTemplate = templateLoader(templates);
const loadDraft = draftLoader(templates);
warmUp();
openConnection(() => loadTemplate('none', 'none'));

export const handler = endpoint({
  name: 'render',
  scope: { name: 'render', templateOf: ({ template_id }) => template_id },
  request: renderRequest,
  run: (request, caller, { deadline }, note) => {
    const inTime = (load: TemplateLoader) => notingTemplate(loadingWithin(load, deadline), note);
    const ports = { loadTemplate: inTime(loadTemplate), loadDraft: inTime(loadDraft) };
    return renderStored(request, caller, ports);
  },
});
