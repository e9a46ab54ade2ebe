import { declarationOf } from '../../../shared/manage/types/declaration.ts';
import { jsonSchemaOf } from '../../../shared/manage/types/json-schema.ts';
import { servedType } from '../../../shared/manage/types/served-type.ts';
import type { TemplateTypes } from '../contracts/templates.ts';
import type { DashboardPorts } from '../ports.ts';
import { type Route, route } from '../route.ts';

/** `/templates/{id}/types` */
export const typeRoutes = ({ manage }: DashboardPorts): Route[] => [
  route('GET', '/templates/:id/types', async (request) => {
    const type = await servedType(manage, request.caller.accountId, request.part('id'));
    const body: TemplateTypes = {
      typescript: declarationOf([type]),
      jsonSchema: { ...jsonSchemaOf([type]) },
    };
    return { status: 200, body };
  }),
];
