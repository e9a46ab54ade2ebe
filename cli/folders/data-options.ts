import type { Command } from 'commander';
import * as z from 'zod/mini';
import { callerPath } from '../../lib/project.ts';
import { maxBodyBytes } from '../../shared/engine/limits.ts';
import { ManageError } from '../../shared/manage/manage-error.ts';
import { problemLine } from '../terminal/failure.ts';
import { readJson } from '../terminal/json-source.ts';
import { readJsonFile } from './template-file.ts';

export interface DataOptions {
  var?: Record<string, string>;
  varJson?: Record<string, unknown>;
  data?: string;
}

/** Adds `--var`, `--var-json` and `--data`. `otherwise`: where the data comes from without `--data`. */
export function addDataOptions(command: Command, otherwise: string): Command {
  return command
    .option(
      '--var <name=value>',
      'a variable, whose value is a text; can be repeated',
      (text: string, before: Record<string, string> = {}) => {
        const [name, value] = pairOf(text, '--var', command);
        return { ...before, [name]: value };
      },
    )
    .option(
      '--var-json <name=JSON>',
      'a variable, whose value is JSON, such as total=3 or items=[]; can be repeated',
      (text: string, before: Record<string, unknown> = {}) => {
        const [name, value] = pairOf(text, '--var-json', command);
        return { ...before, [name]: jsonOf(name, value, command) };
      },
    )
    .option('--data <file>', `a JSON file with the variables; default: ${otherwise}`);
}

function pairOf(text: string, option: string, command: Command): [name: string, value: string] {
  const at = text.indexOf('=');
  if (at < 1) {
    command.error(`error: ${option} must be NAME=VALUE, found ${JSON.stringify(text)}`);
  }
  const name = text.slice(0, at);
  if (name.includes('.')) {
    const outer = name.slice(0, name.indexOf('.'));
    command.error(
      `error: ${option} sets whole variables, and ${name} is a part of one: use --var-json '${outer}={…}'`,
    );
  }
  return [name, text.slice(at + 1)];
}

function jsonOf(name: string, text: string, command: Command): unknown {
  const source = readJson(text);
  if (source.ok) return source.value;
  return command.error(
    `error: --var-json: the value of ${name} must be JSON, found ${JSON.stringify(text)}`,
  );
}

const jsonObject = z.record(z.string(), z.unknown());

/** The file's variables, else `otherwise`; the options override them. @throws {ManageError} for no JSON object */
export async function dataOf(
  { data, var: texts, varJson }: DataOptions,
  otherwise: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const base = data === undefined ? otherwise : await readData(callerPath(data));
  return { ...base, ...texts, ...varJson };
}

async function readData(file: string): Promise<Record<string, unknown>> {
  const reading = await readJsonFile(file, maxBodyBytes);
  if (reading.state === 'absent') throw new ManageError(`There is no file ${file}`);
  if (reading.state === 'wrong') throw new ManageError(problemLine(reading.problem));
  const { value } = reading.content;
  const object = Array.isArray(value) ? undefined : jsonObject.safeParse(value).data;
  if (object) return object;
  throw new ManageError(`${file} must contain a JSON object with the variables`);
}
