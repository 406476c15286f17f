import { lazyRouteComponent } from '@tanstack/react-router';
import { ApiError } from '../api/api-error.ts';
import { isServerThere } from '../api/server-there.ts';

/**
 * A page whose code loads when it is first opened. The router reloads the browser when the code is not there, which
 * a newer version of the server asks for; while no server can be reached it would leave an empty window, so the
 * failure is told instead.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(async () => {
    try {
      return await load();
    } catch (cause) {
      throw (await isServerThere()) ? cause : new ApiError(0, 'NETWORK_ERROR', { cause });
    }
  }, name);
