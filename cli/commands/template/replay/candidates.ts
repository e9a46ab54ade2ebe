import { ManageError } from '../../../../shared/manage/manage-error.ts';
import { byId, type Candidate } from '../../../../shared/manage/replay/comparisons.ts';
import { prepareFolder, type StoredPartials } from '../../../folders/prepare-folder.ts';

/** The mails in a folder and those that take its partials, by id. @throws {ManageError} for problems and unknown ids */
export async function candidatesIn(
  dir: string,
  stored: StoredPartials,
  ids: readonly string[],
): Promise<Candidate[]> {
  const prepared = await prepareFolder(dir, stored, { opening: 'Nothing was replayed' });
  const mails = prepared.filter(({ revision }) => revision.kind !== 'partial');
  const unknown = ids.filter((id) => !mails.some(({ templateId }) => templateId === id));
  if (unknown.length > 0) {
    throw new ManageError(`${dir} has no template ${unknown.join(', ')}`, [], { code: 'unknown' });
  }
  return mails.filter(({ templateId }) => ids.length === 0 || ids.includes(templateId)).sort(byId);
}
