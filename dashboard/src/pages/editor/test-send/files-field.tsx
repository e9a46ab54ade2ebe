import { FileButton, Group, Input, NativeSelect, Paper, Text } from '@mantine/core';
import { useRef } from 'react';
import {
  testMailFileBytes,
  testMailFiles,
} from '../../../../../functions/manage/contracts/test-send.ts';
import { errorAt, errorWithin } from '../../../api/problem.ts';
import { fileSize } from '../../../parts/file-size.ts';
import { IconButton } from '../../../parts/icon-button.tsx';
import { IconPaperclip, IconTrash } from '../../../parts/icons.tsx';
import { Quiet, SmallButton } from '../../../parts/looks.tsx';
import { type AttachedFile, withCid } from './use-test-send.ts';

interface FilesFieldProps {
  files: readonly AttachedFile[];
  onChange: (files: AttachedFile[]) => void;
  cids: readonly string[];
  /** Of the request that sends them. */
  error: unknown;
}

export function FilesField({ files, onChange, cids, error }: FilesFieldProps) {
  /** Lets the same file be chosen again after it was removed. */
  const forgetChosen = useRef<() => void>(null);
  const errorOf = (index: number) => errorWithin(error, `/attachments/${index}`);
  const choose = useRef<HTMLButtonElement>(null);
  const add = (more: readonly File[]) =>
    onChange([...files, ...more.map((file) => ({ id: crypto.randomUUID(), file, cid: null }))]);
  const remove = ({ id }: AttachedFile) => {
    choose.current?.focus();
    onChange(files.filter((other) => other.id !== id));
  };
  return (
    <Input.Wrapper
      label="Files"
      labelElement="div"
      description={`At most ${testMailFiles} files, and ${fileSize(testMailFileBytes)} together.`}
      error={errorAt(error, '/attachments')}
      errorProps={{ role: 'alert' }}
    >
      {files.length > 0 && (
        <Paper withBorder component="ul" aria-label="Files" className="bare-list rows" mt={6}>
          {files.map((each, index) => (
            <li key={each.id}>
              <Group gap="xs" wrap="nowrap">
                <Text size="sm" flex={1} miw={0} className="copyable">
                  <bdi>{each.file.name}</bdi>
                </Text>
                <Quiet className="number" flex="none">
                  {fileSize(each.file.size)}
                </Quiet>
                <IconButton
                  icon={IconTrash}
                  label={`Remove ${each.file.name}`}
                  onClick={() => remove(each)}
                />
              </Group>
              {cids.length > 0 && (
                <NativeSelect
                  size="xs"
                  aria-label={`Place of ${each.file.name} in the mail`}
                  value={each.cid ?? ''}
                  onChange={({ currentTarget }) =>
                    onChange(withCid(files, each, currentTarget.value || null))
                  }
                  data={[
                    { value: '', label: 'Attached' },
                    ...cids.map((cid) => ({ value: cid, label: `Shown as cid:${cid}` })),
                  ]}
                />
              )}
              {errorOf(index) && (
                <Input.Error role="alert" mt={4}>
                  {errorOf(index)}
                </Input.Error>
              )}
            </li>
          ))}
        </Paper>
      )}
      <FileButton
        multiple
        resetRef={forgetChosen}
        onChange={(chosen) => {
          add(chosen);
          forgetChosen.current?.();
        }}
      >
        {(props) => (
          <SmallButton {...props} ref={choose} mt={6} icon={IconPaperclip}>
            Choose files
          </SmallButton>
        )}
      </FileButton>
    </Input.Wrapper>
  );
}
