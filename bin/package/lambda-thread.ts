/** The code of an environment's thread in the package. The user's Node may lack zstd. */
import { addZstd } from './node20.ts';

void addZstd().then(() => import('../../local/lambda/worker.ts'));
