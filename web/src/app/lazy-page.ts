import { lazyRouteComponent } from '@tanstack/react-router';
import { ApiError } from '../api/api-error.ts';
import { isServerReachable } from '../api/server-reachable.ts';

/**
 * A page whose code loads when it is first opened. For missing code, after a deployment, the router reloads
 * the browser. Without a connection a reload would leave an empty window, so a NETWORK_ERROR is thrown
 * instead.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(async () => {
    try {
      return await load();
    } catch (cause) {
      throw (await isServerReachable()) ? cause : new ApiError(0, 'NETWORK_ERROR', { cause });
    }
  }, name);
