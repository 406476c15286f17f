import type { CallInput } from '@spichlerz/shared/wire/endpoint';
import type { ExportFormat } from '@spichlerz/shared/wire/list';
import type { ListEndpoint } from '@spichlerz/shared/wire/list-endpoint';
import { retryWhenBusy } from './busy-server.ts';
import { requestTo, sendWithToken } from './call.ts';
import { receiveFile } from './receive-file.ts';

type ListInput = { params?: unknown; query?: unknown; body?: unknown };

/** Downloads all rows of a list as a file. */
export type ListExport = (format: ExportFormat) => Promise<File>;

/** The export of the list on the screen: the same filters and order, but all rows. */
export function listExport<E extends ListEndpoint>(endpoint: E, input: CallInput<E>): ListExport {
  const { params, query, body }: ListInput = input;
  return (format) => {
    const request = requestTo(endpoint.export, {
      params,
      query: { ...withoutPage(query), format },
      body: body === undefined ? undefined : withoutPage(body),
    });
    return retryWhenBusy('export', () => sendWithToken(request, receiveFile));
  };
}

function withoutPage(query: unknown): object {
  const { limit: _limit, offset: _offset, ...rest } = Object.fromEntries(Object.entries(query ?? {}));
  return rest;
}
