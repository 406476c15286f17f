export type Member = {
  readonly name: string;
  /** The member's place in the input: an array index or a property name. */
  readonly source: number | string;
  /** Converts the value; without it the value is copied. */
  readonly convert?: ((value: unknown) => unknown) | undefined;
};

type Factory = (converters: readonly Member['convert'][]) => (input: unknown) => Record<string, unknown>;

/**
 * Compiles a function that copies members of its input into a new object, written as one object literal.
 * Setting computed keys one by one takes several times as long, and makes objects that are slower to read. A
 * list of fifty rows has two thousand keys.
 */
export function compileObject(members: readonly Member[]): (input: unknown) => Record<string, unknown> {
  const literal = members.map(({ name, source, convert }, index) => {
    const value = `input[${JSON.stringify(source)}]`;
    return `${JSON.stringify(name)}: ${convert === undefined ? value : `converters[${index}](${value})`}`;
  });
  // oxlint-disable-next-line typescript/no-implied-eval -- the names come from our own statements and schemas
  const factory = new Function('converters', `return (input) => ({ ${literal.join(', ')} });`) as Factory;
  return factory(members.map(({ convert }) => convert));
}
