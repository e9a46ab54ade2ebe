import { Alert, Anchor, Code, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Template } from '../../../../functions/manage/contracts/templates.ts';
import { requiredNames } from './answers.ts';
import { keyVariable } from './examples.ts';

/** What has to be there before the lines below work. */
export function Before({ template }: { template: Template }) {
  const required = requiredNames(template);
  return (
    <Alert role="note" color="blue" title="Before you copy">
      <Text size="sm">
        The lines read the key from <Code>${keyVariable}</Code>; create one under{' '}
        <Anchor component={Link} to="/settings/api-keys" size="sm" c="inherit" underline="always">
          API keys
        </Anchor>
        .{' '}
        {required.length === 0 ? (
          'No variable of this template is required.'
        ) : (
          <>
            Required with every request:{' '}
            {required.map((name, index) => (
              <span key={name}>
                {index > 0 && ', '}
                <Code>{name}</Code>
              </span>
            ))}
            . All others have defaults, or stand in sections.
          </>
        )}
      </Text>
    </Alert>
  );
}
