import { type Command, Option } from 'commander';
import { canonicalTag } from '../../shared/engine/language/language-tag.ts';

/** `--language pt-BR`: its value is a canonical tag. Any text that is no tag is wrong usage. */
export function languageOption(command: Command): Option {
  return new Option(
    '--language <tag>',
    "the language of the mail, such as pt-BR; default: the template's own",
  ).argParser((text: string) => {
    const tag = canonicalTag(text);
    if (tag !== null) return tag;
    return command.error(
      `error: --language must be a language tag such as pt-BR, found ${JSON.stringify(text)}`,
    );
  });
}
