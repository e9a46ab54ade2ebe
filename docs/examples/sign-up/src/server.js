import { createClient } from '@postrider/client';
import { createApp } from './app.js';

// In production the key needs the scopes execute:sign-in and messages.
const postrider = createClient({
  baseUrl: process.env.POSTRIDER_URL,
  apiKey: process.env.POSTRIDER_KEY,
});

const port = Number(process.env.PORT ?? 8080);
createApp(postrider).listen(port, () => console.log(`http://localhost:${port}`));
