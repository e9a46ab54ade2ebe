import { Button, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { currentSession } from './session.ts';

// The sign-in opens a separate window, so that the page keeps its unsaved changes.
export function SessionEnded() {
  const [isEnded, setEnded] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const queries = useQueryClient();
  useEffect(() => currentSession().onEnded(() => setEnded(true)), []);
  const signIn = async () => {
    try {
      await currentSession().renew();
      setEnded(false);
      setProblem(null);
      void queries.invalidateQueries();
    } catch {
      setProblem('You are not signed in yet. Allow pop-up windows for this page, then try again.');
    }
  };
  return (
    <Dialog opened={isEnded} onClose={() => setEnded(false)} title="Your session has ended">
      <Stack>
        <Text>Nothing on this page is lost. Sign in again to continue.</Text>
        {problem && (
          <Text c="red" role="alert">
            {problem}
          </Text>
        )}
        <Button onClick={signIn}>Sign in again</Button>
      </Stack>
    </Dialog>
  );
}
