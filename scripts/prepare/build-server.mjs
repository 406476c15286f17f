import { buildWhenNeeded } from './build.mjs';

/** Global setup of the tests that run server/dist, which starts in a fraction of the time of the sources. */
export const setup = () => buildWhenNeeded(['server']);
