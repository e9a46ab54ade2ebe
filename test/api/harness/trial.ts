import type { TestAccount, Written } from './account.ts';
import type { Answer } from './call.ts';

let saved = 0;

export type Draft = Omit<Written, 'id'>;

export async function renderDraft(
  account: TestAccount,
  draft: Draft,
  variables?: object,
): Promise<Answer> {
  const template_id = await saveDraft(account, draft);
  return account.render({ template_id, variables });
}

export async function executeDraft(
  account: TestAccount,
  draft: Draft,
  request: {
    variables?: object;
    [deliveryField: `_${string}`]: string | boolean | null | undefined;
  },
): Promise<Answer> {
  const templateId = await saveDraft(account, draft);
  return account.execute({ templateId, variables: {}, ...request });
}

async function saveDraft(account: TestAccount, draft: Draft): Promise<string> {
  saved += 1;
  const id = `draft-${saved}`;
  await account.save({ id, ...draft });
  return id;
}
