import { previewDraft } from '../../../shared/manage/templates/render-draft.ts';
import { renderDraft as draftBody, type RenderedDraft } from '../contracts/render.ts';
import type { DashboardPorts } from '../ports.ts';
import { fieldProblems, invalid } from '../problems.ts';
import { rendered } from '../rendering-problems.ts';
import { type Route, route } from '../route.ts';
import { shownVariables, toUnsavedDraft } from '../shown-template.ts';

/** `/render` */
export const renderRoutes = ({ manage }: DashboardPorts): Route[] => [
  route('POST', '/render', async (request) => {
    const { data, within, places, ...body } = request.body(draftBody);
    const wanted = { draft: toUnsavedDraft({ ...body, flow: null }), data, within, places };
    const preview = previewDraft(manage, request.caller.accountId, wanted);
    const rendering = await rendered(preview, { data });
    if (!rendering.ok) throw invalid(...fieldProblems(rendering.problems));
    const { variables, missing, unused, ...mail } = rendering.rendered;
    const answer: RenderedDraft = {
      ...mail,
      variables: shownVariables(variables),
      missing: [...missing],
      unused: [...unused],
    };
    return { status: 200, body: answer };
  }),
];
