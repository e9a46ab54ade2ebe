/** The thread of an environment in the package, whose user's Node may lack zstd. */
import { addZstd } from './node20.ts';

void addZstd().then(() => import('../../local/lambda/worker.ts'));
