import { inLanguage, type LoadedTemplate } from '../adapters/tables/template-loader.ts';
import { takenBranch } from '../engine/flow/branch.ts';
import type { TakenBranch } from '../engine/flow/ports.ts';
import type { MessageRecord } from '../message/message.ts';
import type { FlowRequest } from './stored-flow.ts';

export interface FollowedTemplate<Template> {
  /** The template of the mail, with the flow of the template that was asked for. */
  template: Template;
  branch?: TakenBranch | undefined;
  branchedTo?: MessageRecord['branchedTo'];
}

/**
 * The template of a request's mail: the one that was asked for, or that of the first branch whose condition is met.
 *
 * @param asked the canonical tag of the request's language
 * @param load a template of the account; null if it has none
 */
export async function followBranch<
  Template extends Pick<LoadedTemplate, 'plan' | 'copies' | 'paused'>,
>(
  template: Template,
  { request, asked }: { request: FlowRequest; asked: string | undefined },
  load: (templateId: string) => Promise<LoadedTemplate | null>,
): Promise<FollowedTemplate<Template | LoadedTemplate>> {
  const { plan } = template;
  const { variables } = request;
  const taken = plan && takenBranch(plan, { variables, delivery: request, language: asked });
  if (taken === null) return { template };
  const other = await load(taken.template);
  if (other === null) return { template, branch: { ...taken, isFound: false } };
  return {
    template: withFlowOf(template, inLanguage(other, asked)),
    branch: { ...taken, isFound: true },
    branchedTo: { templateId: taken.template, revision: other.revision },
  };
}

/** A template that another one's flow sends. Copies of its mails mask the secret variables of both; a pause stops both. */
export function withFlowOf(
  { plan, copies, paused }: Pick<LoadedTemplate, 'plan' | 'copies' | 'paused'>,
  sent: LoadedTemplate,
): LoadedTemplate {
  const secret = [...(sent.copies?.secret ?? []), ...(copies?.secret ?? [])];
  const stopped = paused ?? sent.paused;
  return { ...sent, paused: stopped, plan, copies: sent.copies && { ...sent.copies, secret } };
}
