/** How each field of a form is called and reads, for telling what changed. Null has no place of its own to tell. */
export type FieldWords<Values> = {
  readonly [Name in keyof Values]: { readonly label: string; readonly show: (value: Values[Name]) => string };
};

export type FieldChange<Values> = {
  readonly field: keyof Values & string;
  readonly label: string;
  readonly before: string;
  readonly after: string;
};

/** The fields that differ between two states of a form, in the words' order. */
export function changesBetween<Values extends object>(
  words: FieldWords<Values>,
  before: Values,
  after: Values,
): FieldChange<Values>[] {
  return fieldsOf(words).flatMap((field) => {
    if (isEqual(before[field], after[field])) return [];
    const { label, show } = words[field];
    return [{ field, label, before: show(before[field]), after: show(after[field]) }];
  });
}

export type Conflict<Values> = {
  readonly field: keyof Values & string;
  readonly label: string;
  readonly before: string;
  readonly theirs: string;
  readonly mine: string;
  /** Both changed it; otherwise only they did, and there is nothing of mine to keep. */
  readonly isContested: boolean;
};

/** What someone else saved since `base`, next to what is on my form. What both changed alike is no conflict. */
export function conflictsOf<Values extends object>(
  words: FieldWords<Values>,
  states: { base: Values; theirs: Values; mine: Values },
): Conflict<Values>[] {
  const { base, theirs, mine } = states;
  return fieldsOf(words).flatMap((field) => {
    if (isEqual(base[field], theirs[field]) || isEqual(theirs[field], mine[field])) return [];
    const { label, show } = words[field];
    return [
      {
        field,
        label,
        before: show(base[field]),
        theirs: show(theirs[field]),
        mine: show(mine[field]),
        isContested: !isEqual(base[field], mine[field]),
      },
    ];
  });
}

/** Their record with my changes on it; of what both changed, mine where it is kept. */
export function mergeChanges<Values extends object>(
  words: FieldWords<Values>,
  { base, theirs, mine }: { base: Values; theirs: Values; mine: Values },
  kept: ReadonlySet<keyof Values & string>,
): Values {
  const merged = { ...theirs };
  for (const field of fieldsOf(words)) {
    const isMine = !isEqual(base[field], mine[field]);
    const isTheirs = !isEqual(base[field], theirs[field]);
    if (isMine && (!isTheirs || kept.has(field))) merged[field] = mine[field];
  }
  return merged;
}

function fieldsOf<Values extends object>(words: FieldWords<Values>): (keyof Values & string)[] {
  return Object.keys(words) as (keyof Values & string)[];
}

/** Values of forms are plain: texts, numbers, flags, and lists and objects of them. */
function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
