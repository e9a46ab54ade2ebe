import { type Delivery, isDeliveryField } from '../../../shared/engine/flow/delivery.ts';
import { pointer } from '../../../shared/engine/flow/flow-error.ts';
import { typeName } from '../../../shared/http/contract.ts';
import { flowProblems } from '../../../shared/manage/templates/compile-source.ts';
import { dryRun } from '../../../shared/manage/templates/dry-run.ts';
import { type FlowOutcome, type FlowVerdict, flowCheck, flowRun } from '../contracts/flow.ts';
import type { FieldProblem } from '../contracts/problem.ts';
import type { DashboardPorts } from '../ports.ts';
import { fieldProblems, invalid } from '../problems.ts';
import { rendered } from '../rendering-problems.ts';
import { type Route, route } from '../route.ts';
import { toUnsavedDraft } from '../shown-template.ts';

/** `/flow/check` and `/flow/run` */
export const flowRoutes = ({ flow: ports }: DashboardPorts): Route[] => [
  route('POST', '/flow/check', async (request) => {
    const { flow = null } = request.body(flowCheck);
    const found = flow === null ? [] : await flowProblems(flow);
    const body: FlowVerdict = {
      problems: found.map(({ code, pointer = '', message: detail }) => ({
        pointer,
        detail,
        code,
      })),
    };
    return { status: 200, body };
  }),
  route('POST', '/flow/run', async (request) => {
    const { data, delivery: given, ...body } = request.body(flowRun);
    const { accountId } = request.caller;
    const delivery = deliveryOf(given);
    const asRun = { draft: toUnsavedDraft(body), data, delivery };
    const ended = await rendered(dryRun(asRun, accountId, ports), { data });
    if (!ended.ok) throw invalid(...fieldProblems(ended.problems));
    const { outcome, trace } = ended.run;
    const answer: FlowOutcome = {
      outcome: { ...outcome },
      trace: trace.map((step) => ({ ...step })),
    };
    return { status: 200, body: answer };
  }),
];

/** Reads the delivery fields of execute. Throws the problem `invalid` for any other field. */
function deliveryOf(given: Record<string, unknown>): Delivery {
  const errors: FieldProblem[] = [];
  const delivery: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    const place = `/delivery${pointer(name)}`;
    if (!isDeliveryField(name)) {
      errors.push({ pointer: place, detail: `${name} is not a known delivery field` });
    } else if (typeof value === 'string') delivery[name] = value;
    else if (value !== null) {
      const detail = `${name} must be a string, found ${typeName(value)}`;
      errors.push({ pointer: place, detail });
    }
  }
  if (errors.length > 0) throw invalid(...errors);
  return delivery;
}
