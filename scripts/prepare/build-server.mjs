import { buildWhenNeeded } from './build.mjs';

/**
 * A Vitest global setup that builds server/dist. Tests start the built server, because starting the TypeScript
 * sources takes several times as long.
 */
export const setup = () => buildWhenNeeded(['server']);
