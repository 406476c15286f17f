import type { CallInput } from '@spichlerz/shared/wire/endpoint';
import type { ExportFormat } from '@spichlerz/shared/wire/list';
import type { ListEndpoint } from '@spichlerz/shared/wire/list-endpoint';
import { retryWhenBusy } from './busy-server.ts';
import { requestTo, signedIn } from './call.ts';
import { receiveFile } from './receive-file.ts';

type Parts = { params?: unknown; query?: unknown; body?: unknown };

/** Downloads a whole list as a file. */
export type ListExport = (format: ExportFormat) => Promise<File>;

/** The export of a list as it is asked for on the screen, with its filters and order and without its page. */
export function listExport<E extends ListEndpoint>(endpoint: E, input: CallInput<E>): ListExport {
  const { params, query, body }: Parts = input;
  return (format) => {
    const request = requestTo(endpoint.export, {
      params,
      query: { ...withoutPage(query), format },
      body: body === undefined ? undefined : withoutPage(body),
    });
    return retryWhenBusy('export', () => signedIn(request, receiveFile));
  };
}

function withoutPage(question: unknown): object {
  const { limit: _limit, offset: _offset, ...rest } = Object.fromEntries(Object.entries(question ?? {}));
  return rest;
}
