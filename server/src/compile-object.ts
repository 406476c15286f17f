export type Member = {
  readonly name: string;
  /** Where its value is in what comes in: an index of an array or a name in an object. */
  readonly from: number | string;
  /** What is done with the value; as it is without. */
  readonly change?: ((value: unknown) => unknown) | undefined;
};

type Factory = (changes: readonly Member['change'][]) => (input: unknown) => Record<string, unknown>;

/**
 * A function that makes an object of what comes in, written as one literal and compiled. Setting keys that are computed,
 * and differ from statement to statement and from call to call, takes several times as long, for whoever reads the
 * object later too: a list of fifty rows has two thousand of them.
 */
export function compileObject(members: readonly Member[]): (input: unknown) => Record<string, unknown> {
  const literal = members.map(({ name, from, change }, index) => {
    const value = `input[${JSON.stringify(from)}]`;
    return `${JSON.stringify(name)}: ${change === undefined ? value : `changes[${index}](${value})`}`;
  });
  // oxlint-disable-next-line typescript/no-implied-eval -- the names are those of our own statements and schemas
  const factory = new Function('changes', `return (input) => ({ ${literal.join(', ')} });`) as Factory;
  return factory(members.map(({ change }) => change));
}
