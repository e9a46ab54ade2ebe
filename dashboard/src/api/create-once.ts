import {
  type NewTemplate,
  type SavedTemplate,
  savedTemplate,
  template,
} from '../../../functions/manage/contracts/templates.ts';
import { call } from './call.ts';
import { isUncertain, ServiceProblem } from './problem.ts';

/**
 * Creates templates. If an answer was lost, and the same template is then asked for again, its id is taken by itself: the
 * second request returns it.
 */
export function creation(): (body: NewTemplate) => Promise<SavedTemplate> {
  let unanswered = '';
  return async (body) => {
    const asked = JSON.stringify(body);
    try {
      return await call('/templates', savedTemplate, { method: 'POST', body });
    } catch (error) {
      if (isUncertain(error)) unanswered = asked;
      const isTaken = error instanceof ServiceProblem && error.code === 'taken';
      if (!isTaken || asked !== unanswered) throw error;
      const created = await call(`/templates/${encodeURIComponent(body.id)}`, template);
      return { ...created, dependents: [] };
    }
  };
}
