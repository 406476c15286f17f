import { DomainError } from '../domain/domain-error.ts';

/* Snake_case exists only on the wire; this is the one codec, used at each end. */

/** None of our names is half as long. A longer one is left as it is, because converting it could take minutes. */
const NAME_LENGTH_MAX = 100;

const snakeCache = new Map<string, string>();
const camelCache = new Map<string, string>();

export function toSnake(key: string): string {
  if (key.length > NAME_LENGTH_MAX) return key;
  let snake = snakeCache.get(key);
  if (snake === undefined) {
    snake = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    cacheName(snakeCache, key, snake);
  }
  return snake;
}

export function toCamel(key: string): string {
  if (key.length > NAME_LENGTH_MAX) return key;
  let camel = camelCache.get(key);
  if (camel === undefined) {
    camel = key.replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    cacheName(camelCache, key, camel);
  }
  return camel;
}

/** Keys of requests come from outside, so the caches are bounded. */
function cacheName(cache: Map<string, string>, key: string, value: string): void {
  if (cache.size < 2_000) cache.set(key, value);
}

/** A field's path as the wire names it: `mainCargoOption.price` → `main_cargo_option.price`. */
export function pathToSnake(path: string): string {
  return path.split('.').map(toSnake).join('.');
}

export function keysToSnake(value: unknown): unknown {
  return mapKeys(value, toSnake);
}

export function keysToCamel(value: unknown): unknown {
  return mapKeys(value, toCamel);
}

/** None of our bodies is nested half as deep; deeper ones can only be meant to exhaust the stack. */
const DEPTH_MAX = 20;

function mapKeys(value: unknown, rename: (key: string) => string, depth = 0): unknown {
  if (depth > DEPTH_MAX) throw new DomainError('BAD_REQUEST');
  if (Array.isArray(value)) return value.map((item) => mapKeys(item, rename, depth + 1));
  if (value === null || typeof value !== 'object') return value;
  const mapped: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const name = rename(key);
    // a key such as __proto__ must become a plain property or nothing at all
    if (name === '__proto__') continue;
    mapped[name] = mapKeys(item, rename, depth + 1);
  }
  return mapped;
}

/**
 * Absent, null and an empty string mean the same on the wire: no value. Dropping them before validation keeps
 * every schema to two cases, required and optional. Deep, and in lists too (two empty entries are no duplicates).
 */
export function dropEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => !isEmpty(item)).map(dropEmpty);
  if (value === null || typeof value !== 'object') return value;
  const kept: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) if (!isEmpty(item)) kept[key] = dropEmpty(item);
  return kept;
}

export function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}
