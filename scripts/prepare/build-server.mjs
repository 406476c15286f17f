import { buildWhenNeeded } from './build.mjs';

/**
 * Global setup of the tests that run the built server (server/dist). It starts in a fraction of the time that
 * the TypeScript sources take.
 */
export const setup = () => buildWhenNeeded(['server']);
