/** The environment variable with the address that answers with the data folder of the shared local run. */
export const runVariable = 'POSTRIDER_TEST_RUN';
