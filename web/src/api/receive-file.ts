import { ApiError } from './api-error.ts';
import { fetchApi, type Request, unreadableReplyCode, unwrap } from './send.ts';

/** A download may take minutes, but it fails when no data arrives for this long. */
const IDLE_TIMEOUT_MS = 30_000;

/**
 * Sends one request and returns the file of its response.
 * @throws ApiError also when the download is interrupted
 */
export async function receiveFile(request: Request): Promise<File> {
  const idle = new AbortController();
  let timer = 0;
  const resetTimeout = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => idle.abort(), IDLE_TIMEOUT_MS);
  };
  resetTimeout();
  try {
    const response = await fetchApi(request, idle.signal);
    if (!response.ok) throw await errorOf(response);
    const name = fileName(response);
    const chunks = await readChunks(response, resetTimeout);
    return new File(chunks, name, { type: response.headers.get('content-type') ?? '' });
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    // an incomplete file is useless
    throw new ApiError(0, 'NETWORK_ERROR', { cause });
  } finally {
    clearTimeout(timer);
  }
}

async function errorOf(response: Response): Promise<unknown> {
  const { status } = response;
  const reply: unknown = await response.json().catch((cause: unknown) => {
    throw new ApiError(status, unreadableReplyCode(status), { cause });
  });
  unwrap(response, reply);
  return new ApiError(status, 'BAD_RESPONSE');
}

async function readChunks(response: Response, onChunk: () => void): Promise<BlobPart[]> {
  const chunks: BlobPart[] = [];
  const reader = response.body?.getReader();
  for (let next = await reader?.read(); next !== undefined && !next.done; next = await reader?.read()) {
    chunks.push(next.value);
    onChunk();
  }
  return chunks;
}

/** The server names every file, so a response without a name comes from another program, such as a proxy. */
function fileName(response: Response): string {
  const [, name] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  if (name === undefined) throw new ApiError(response.status, 'BAD_RESPONSE');
  return name;
}
