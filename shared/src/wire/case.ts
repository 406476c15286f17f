import { DomainError } from '../domain/domain-error.ts';

/*
 * The only codec between camelCase in code and snake_case on the wire. Both the server and the clients use
 * it.
 */

/**
 * Longer names are not converted, because converting a very long key takes minutes. No field name of the API
 * is half as long.
 */
const NAME_LENGTH_MAX = 100;

/**
 * Weights and freight have one name in code, with their unit. The wire keeps the names that other programs use.
 */
const WIRE_NAMES: Readonly<Record<string, string>> = {
  quantityKg: 'cargo_quantity',
  realQuantityKg: 'real_cargo_quantity',
  freightPerTonne: 'price_per_ton',
  freightAmount: 'real_transport_price',
};

const camelToSnake = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const snakeToCamel = (key: string) =>
  key.replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

// Requests may spell any field in camelCase, so the camelCase form of a wire name is accepted too.
const REQUEST_NAMES = new Map(
  Object.entries(WIRE_NAMES).map(([name, wireName]) => [snakeToCamel(wireName), name]),
);

const snakeCache = new Map(Object.entries(WIRE_NAMES));
const camelCache = new Map(Object.entries(WIRE_NAMES).map(([name, wireName]) => [wireName, name]));

export function toSnake(key: string): string {
  if (key.length > NAME_LENGTH_MAX) return key;
  let snake = snakeCache.get(key);
  if (snake === undefined) {
    snake = camelToSnake(key);
    cacheName(snakeCache, key, snake);
  }
  return snake;
}

export function toCamel(key: string): string {
  if (key.length > NAME_LENGTH_MAX) return key;
  let camel = camelCache.get(key);
  if (camel === undefined) {
    camel = snakeToCamel(key);
    cacheName(camelCache, key, camel);
  }
  return camel;
}

/** Request keys come from clients, so the caches are bounded. */
function cacheName(cache: Map<string, string>, key: string, value: string): void {
  if (cache.size < 2_000) cache.set(key, value);
}

/** Converts a field path to the wire form: `mainCargoOption.price` → `main_cargo_option.price`. */
export function pathToSnake(path: string): string {
  return path.split('.').map(toSnake).join('.');
}

export function keysToSnake(value: unknown): unknown {
  return mapKeys(value, toSnake);
}

export function keysToCamel(value: unknown): unknown {
  return mapKeys(value, toCamel);
}

/**
 * Converts the keys of a request. The fields of WIRE_NAMES are accepted only under their wire names, in
 * snake_case or camelCase, so `quantity_kg` is an unknown field.
 */
export function requestKeysToCamel(value: unknown): unknown {
  return mapKeys(value, (key) => {
    const name = toCamel(key);
    if (!Object.hasOwn(WIRE_NAMES, name)) return REQUEST_NAMES.get(name) ?? name;
    return key === WIRE_NAMES[name] ? name : camelToSnake(key);
  });
}

/**
 * Deeper bodies are rejected, because they could exhaust the stack. No body of the API is nested half as
 * deep.
 */
const DEPTH_MAX = 20;

function mapKeys(value: unknown, rename: (key: string) => string, depth = 0): unknown {
  if (depth > DEPTH_MAX) throw new DomainError('BAD_REQUEST');
  if (Array.isArray(value)) return value.map((item) => mapKeys(item, rename, depth + 1));
  if (value === null || typeof value !== 'object') return value;
  const mapped: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const name = rename(key);
    // Skips the properties that every object inherits: __proto__ would replace the prototype, and a sent
    // toString would break rules that convert a value to text.
    if (name in Object.prototype) continue;
    mapped[name] = mapKeys(item, rename, depth + 1);
  }
  return mapped;
}

/**
 * Removes absent values, null and empty strings, which all mean "no value" on the wire. Schemas then
 * distinguish only required and optional fields. Applies to nested objects and lists too, so two empty entries
 * do not count as duplicates.
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
