/**
 * The label and format of each form field, for lists of changes. `values` is the whole state of the form, for
 * formats that need another field, such as the currency of an amount.
 */
export type FieldDescriptions<Values> = {
  readonly [Name in keyof Values]: {
    readonly label: string;
    readonly show: (value: Values[Name], values: Values) => string;
  };
};

export type FieldChange<Values> = {
  readonly field: keyof Values & string;
  readonly label: string;
  readonly before: string;
  readonly after: string;
};

/** The fields that differ between two states of a form, in the order of the descriptions. */
export function changesBetween<Values extends object>(
  descriptions: FieldDescriptions<Values>,
  before: Values,
  after: Values,
): FieldChange<Values>[] {
  return fieldsOf(descriptions).flatMap((field) => {
    if (isEqual(before[field], after[field])) return [];
    const { label, show } = descriptions[field];
    return [{ field, label, before: show(before[field], before), after: show(after[field], after) }];
  });
}

export type Conflict<Values> = {
  readonly field: keyof Values & string;
  readonly label: string;
  readonly before: string;
  readonly theirs: string;
  readonly mine: string;
  /** True if both users changed the field, false if only the other user did. */
  readonly isContested: boolean;
};

/**
 * The fields that the other user has changed since `base`, each with the value of this form. A field that both
 * users have changed to the same value is omitted.
 */
export function conflictsOf<Values extends object>(
  descriptions: FieldDescriptions<Values>,
  states: { base: Values; theirs: Values; mine: Values },
): Conflict<Values>[] {
  const { base, theirs, mine } = states;
  return fieldsOf(descriptions).flatMap((field) => {
    if (isEqual(base[field], theirs[field]) || isEqual(theirs[field], mine[field])) return [];
    const { label, show } = descriptions[field];
    return [
      {
        field,
        label,
        before: show(base[field], base),
        theirs: show(theirs[field], theirs),
        mine: show(mine[field], mine),
        isContested: !isEqual(base[field], mine[field]),
      },
    ];
  });
}

/**
 * Returns the other user's record with this user's changes. A field that both changed has the other user's
 * value if `given` contains it, and this user's value otherwise.
 */
export function mergeChanges<Values extends object>(
  descriptions: FieldDescriptions<Values>,
  { base, theirs, mine }: { base: Values; theirs: Values; mine: Values },
  given: ReadonlySet<string> = new Set(),
): Values {
  const merged = { ...theirs };
  for (const field of fieldsOf(descriptions)) {
    const isMine = !isEqual(base[field], mine[field]);
    const isTheirs = !isEqual(base[field], theirs[field]);
    if (isMine && !(isTheirs && given.has(field))) merged[field] = mine[field];
  }
  return merged;
}

function fieldsOf<Values extends object>(descriptions: FieldDescriptions<Values>): (keyof Values & string)[] {
  return Object.keys(descriptions) as (keyof Values & string)[];
}

/**
 * Whether the stored values equal the values that a form sent. New entries are sent without ids, so their
 * stored ids are ignored.
 */
export function isStoredAs(stored: unknown, sent: unknown): boolean {
  if (typeof sent !== 'object' || sent === null) return stored === sent;
  if (typeof stored !== 'object' || stored === null) return false;
  if (Array.isArray(sent) && sent.length !== (stored as unknown[]).length) return false;
  return Object.entries(sent).every(
    ([key, value]) =>
      (key === 'id' && value === null) || isStoredAs((stored as Record<string, unknown>)[key], value),
  );
}

/** Form values are plain data, so their JSON can be compared. */
function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
