/** The environment variable that leads a test file to the local run: its data folder. */
export const runVariable = 'POSTRIDER_API_RUN';
