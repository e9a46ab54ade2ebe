import { openConnection } from '../../shared/adapters/open-connection.ts';
import { ownTables } from '../../shared/adapters/tables/dynamodb.ts';
import {
  draftLoader,
  notingTemplate,
  templateLoader,
} from '../../shared/adapters/tables/template-loader.ts';
import { warmUp } from '../../shared/engine/render/warm-up.ts';
import * as env from '../../shared/env.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { renderRequest } from './contract.ts';
import { renderStored } from './run.ts';

const table = ownTables();
const templates = table(env.templatesTable);
const loadTemplate = templateLoader(templates);
const loadDraft = draftLoader(templates);
warmUp();
openConnection(() => loadTemplate('none', 'none'));

export const handler = endpoint({
  name: 'render',
  scope: { name: 'render', templateOf: ({ template_id }) => template_id },
  request: renderRequest,
  run: (request, caller, _, note) =>
    renderStored(request, caller, {
      loadTemplate: notingTemplate(loadTemplate, note),
      loadDraft: notingTemplate(loadDraft, note),
    }),
});
