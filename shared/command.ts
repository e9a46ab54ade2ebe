/** The build of the package sets it (`bin/package/build.ts`). */
declare const POSTRIDER_PACKAGED: true | undefined;

/** Whether this runs from the installed package; else it runs from a checkout. */
export const isPackaged = typeof POSTRIDER_PACKAGED !== 'undefined';

/** How an operator calls the CLI. In a checkout npm runs it, and passes on the words after the two hyphens. */
export const program = isPackaged ? 'npx postrider' : 'npm run -s postrider --';

/** How a user starts the local run without options. */
export const startCommand = isPackaged ? 'npx postrider start' : 'npm start';

/** How a user starts the local run with options: they follow this. */
export const startProgram = isPackaged ? startCommand : `${startCommand} --`;
