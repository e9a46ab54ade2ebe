/** The environment variable with the data folder of the local run that all test files share. */
export const runVariable = 'POSTRIDER_API_RUN';
