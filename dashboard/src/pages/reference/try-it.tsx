import { Badge, Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import {
  type TryRequest,
  triedAnswer,
} from '../../../../functions/manage/contracts/try-request.ts';
import { call } from '../../api/call.ts';
import { errorAt } from '../../api/problem.ts';
import { isData, readJson } from '../../draft/test-data.ts';
import { CodeBlock } from '../../parts/copy.tsx';
import { JsonField } from '../../parts/json-field.tsx';
import { Quiet } from '../../parts/looks.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';

interface TryItProps {
  operation: TryRequest['operation'];
  example: unknown;
  /** One for all forms of the page, which forgets it when the reader leaves. */
  secret: string;
  onSecret: (secret: string) => void;
}

export function TryIt({ operation, example, secret, onSecret }: TryItProps) {
  const [text, setText] = useState(() => JSON.stringify(example, null, 2));
  const trial = useMutation({
    mutationFn: (request: TryRequest) =>
      call('/try-request', triedAnswer, { method: 'POST', body: request }),
  });
  const json = readJson(text)?.json;
  const isSecretWrong = errorAt(trial.error, '/secret') !== undefined;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isData(json)) trial.mutate({ operation, secret: secret.trim(), body: json });
  };
  return (
    <form onSubmit={send} aria-label={`Try ${operation}`} noValidate>
      <Stack gap="sm" maw={820}>
        <TextInput
          label="Test key"
          description="Its secret. The page sends it with your request and keeps it nowhere. The request counts towards the rate of the account."
          placeholder="pr_test_…"
          autoComplete="off"
          spellCheck={false}
          ff="monospace"
          value={secret}
          error={
            isSecretWrong && 'Paste the whole secret of a test key, which begins with pr_test_'
          }
          onChange={(event) => onSecret(event.currentTarget.value)}
        />
        <JsonField
          label="Body"
          minRows={3}
          maxRows={16}
          value={text}
          error={!isData(json) && 'Write a JSON object'}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" loading={trial.isPending} style={{ alignSelf: 'flex-start' }}>
          Send
        </Button>
        {trial.error && !isSecretWrong && (
          <ProblemAlert error={trial.error} what="The request was not made" />
        )}
        {trial.data && (
          <Stack gap="xs" role="status">
            <Group gap="xs">
              <Badge color={trial.data.status < 400 ? 'green' : 'red'}>{trial.data.status}</Badge>
              <Quiet>x-request-id {trial.data.requestId}</Quiet>
            </Group>
            <CodeBlock
              text={JSON.stringify(trial.data.body, null, 2)}
              label={`The answer to your ${operation}`}
            />
          </Stack>
        )}
      </Stack>
    </form>
  );
}
