import { ApiError } from './api-error.ts';
import { exchange, type Request, unreadable, unwrap } from './send.ts';

/** A file may take minutes, but not without a sign of life for as long as this. */
const IDLE_TIMEOUT_MS = 30_000;

/** One exchange whose answer is a file. Throws an ApiError, also when the file breaks off. */
export async function receiveFile(request: Request): Promise<File> {
  const silence = new AbortController();
  let timer = 0;
  const heard = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => silence.abort(), IDLE_TIMEOUT_MS);
  };
  heard();
  try {
    const response = await exchange(request, silence.signal);
    if (!response.ok) throw await errorOf(response);
    const name = fileName(response);
    const parts = await readParts(response, heard);
    return new File(parts, name, { type: response.headers.get('content-type') ?? '' });
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    // a file that ends too early is as good as none
    throw new ApiError(0, 'NETWORK_ERROR', { cause });
  } finally {
    clearTimeout(timer);
  }
}

async function errorOf(response: Response): Promise<unknown> {
  const { status } = response;
  const reply: unknown = await response.json().catch((cause: unknown) => {
    throw new ApiError(status, unreadable(status), { cause });
  });
  unwrap(response, reply);
  return new ApiError(status, 'BAD_RESPONSE');
}

async function readParts(response: Response, heard: () => void): Promise<BlobPart[]> {
  const parts: BlobPart[] = [];
  const reader = response.body?.getReader();
  for (let next = await reader?.read(); next !== undefined && !next.done; next = await reader?.read()) {
    parts.push(next.value);
    heard();
  }
  return parts;
}

/** As the server names it: without a name it is no file of ours but a page of something on the way. */
function fileName(response: Response): string {
  const [, name] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  if (name === undefined) throw new ApiError(response.status, 'BAD_RESPONSE');
  return name;
}
