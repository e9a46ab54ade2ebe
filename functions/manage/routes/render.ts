import { renderDraft } from '../../../shared/manage/templates/render-draft.ts';
import { renderDraft as draftBody, type RenderedDraft } from '../contracts/render.ts';
import { fieldProblems, invalid } from '../problems.ts';
import { rendered } from '../rendering-problems.ts';
import { type Route, route } from '../route.ts';
import { shownVariables } from '../shown-template.ts';

/** `/render` */
export const renderRoutes = (): Route[] => [
  route('POST', '/render', async (request) => {
    const { data, ...draft } = request.body(draftBody);
    const rendering = await rendered(renderDraft(draft, data), { data });
    if (!rendering.ok) throw invalid(...fieldProblems(rendering.problems));
    const { variables, missing, unused, ...mail } = rendering.rendered;
    const body: RenderedDraft = {
      ...mail,
      variables: shownVariables(variables),
      missing: [...missing],
      unused: [...unused],
    };
    return { status: 200, body };
  }),
];
