import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '../../jest.ts';
import { startGateway } from '../support/gateway.ts';
import { readAnswer } from '../support/raw-http.ts';

const { port } = await startGateway();

/** Begins a request, reads the answer, and still goes on sending the request. */
async function answeredWhileSending(port: number, beginning: string) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let text = '';
  let error: string | null = null;
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', (reason: NodeJS.ErrnoException) => {
    error = reason.code ?? reason.message;
  });
  socket.write(beginning);
  while (text === '' && error === null) await pause(5);
  for (let piece = 0; piece < 5 && !socket.destroyed; piece++) {
    socket.write('x'.repeat(20_000));
    await pause(20);
  }
  socket.destroy();
  return { answer: readAnswer(text), error };
}

test('a connection that closes in the middle of an upload does not cut off the answer', async () => {
  const lines = ['Host: evil.example', 'Content-Length: 100000', 'Connection: close'];

  const { answer, error } = await answeredWhileSending(
    port,
    `POST /v1 HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`,
  );

  expect([answer.status, error]).toEqual([403, null]);
});

test('input that is not HTTP gets one refusal, however long it is', async () => {
  const { answer, error } = await answeredWhileSending(port, 'garbage\r\n\r\n');

  expect([answer.status, answer.body, error]).toEqual([
    400,
    '{"error":"Request is not valid HTTP"}',
    null,
  ]);
});

test('a chunk that breaks after the answer has begun does not remove the answer', async () => {
  const lines = ['Host: evil.example', 'Transfer-Encoding: chunked', 'Connection: close'];

  const { answer, error } = await answeredWhileSending(
    port,
    `POST /v1 HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\nzz\r\n`,
  );

  expect([answer.status, error]).toEqual([403, null]);
});
