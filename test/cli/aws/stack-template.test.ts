import { templateResources } from '../../../cli/aws/stack-template.ts';
import { toFailure } from '../../../cli/terminal/failure.ts';
import { expect, test } from '../../jest.ts';

test.each(['Resources:\n  Bucket: {}', '{"Resources": {"Bucket": {}}}', '[]', ''])(
  'a template that the CDK did not write is refused with a sentence: %j',
  (template) => {
    let thrown: unknown;
    try {
      templateResources(template);
    } catch (error) {
      thrown = error;
    }

    expect(toFailure(thrown)).toEqual({
      error:
        "The stack's template cannot be read: the CDK did not write it. Check whether the stack was updated by other means than deploy; if it is not a postrider stack, choose another stackName in postrider.json",
      details: [],
      exitCode: 1,
    });
  },
);
