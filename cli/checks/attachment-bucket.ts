import { broken, ok, run, say, skipped } from '../../shared/manage/doctor/check.ts';
import type { DoctorCheck } from './ports.ts';

export const attachmentBucket: DoctorCheck<
  'where' | 'attachmentBuckets' | 'bucketRegion' | 'bucketKey' | 'deployCommand'
> = {
  code: 'attachment-bucket',
  why: 'A mail with a file of a bucket that the functions cannot reach is refused',
  async find({ where, attachmentBuckets, bucketRegion, bucketKey, deployCommand }) {
    const [{ region }, names] = await Promise.all([where(), attachmentBuckets()]);
    if (names.length === 0) return skipped('The settings name no bucket of attachments');
    const regions = await Promise.all(names.map(bucketRegion));
    const missing = names.find((_, index) => regions[index] === null);
    if (missing !== undefined) {
      return broken(
        `There is no bucket ${missing}`,
        say('Create it, or correct "attachmentBuckets" in postrider.json and deploy'),
        run(`aws s3 mb s3://${missing} --region ${region}`),
        run(await deployCommand()),
      );
    }
    const elsewhere = regions.findIndex((found) => found !== region);
    if (elsewhere === -1) {
      const keys = await Promise.all(names.map(bucketKey));
      const own = keys.flatMap((key, at) => (key ? [`${names[at]} is encrypted with ${key}`] : []));
      const need = ': execute and Due need kms:Decrypt on that key, which this does not check';
      const told = own.length > 0 ? `; ${own.join(', ')}${need}` : '';
      return ok(`${names.join(', ')} in ${region}${told}`);
    }
    return broken(
      `The bucket ${names[elsewhere]} is in ${regions[elsewhere]}, and the functions are in ${region}`,
      say(
        `Copy its files into a bucket in ${region}, name that one in "attachmentBuckets" in postrider.json, then deploy`,
      ),
      run(await deployCommand()),
    );
  },
};
