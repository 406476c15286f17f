import { DomainError } from '@spichlerz/shared/domain/domain-error';
import { isStrongPassword, type PasswordReason } from '@spichlerz/shared/domain/password';

/** The user the new password belongs to. */
export type PasswordOwner = {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
};

const PRODUCT = 'Spichlerz';
/** zxcvbn scores from 0 to 4. */
const MIN_SCORE = 3;
/** Scoring a longer text blocks the event loop for too long. */
const MAX_SCORED_LENGTH = 64;
/** The name prefix of the library's password dictionaries. Its other dictionaries contain words and names. */
const COMMON_PASSWORDS = 'passwords';

/** @throws DomainError VALUE_IS_WRONG on the field, with the reason */
export async function assertPasswordAllowed(
  field: string,
  password: string,
  owner: PasswordOwner,
): Promise<void> {
  const reason = await whyNotPassword(password, owner);
  if (reason !== null) throw passwordError(field, reason);
}

export function passwordError(field: string, reason: PasswordReason): DomainError {
  return new DomainError('VALUE_IS_WRONG', { fields: [{ path: field, code: 'VALUE_IS_WRONG', reason }] });
}

/** Returns null for an allowed password. */
export async function whyNotPassword(password: string, owner: PasswordOwner): Promise<PasswordReason | null> {
  if (!isStrongPassword(password)) return 'PASSWORD_BREAKS_RULES';
  const personal = personalTerms(owner);
  const folded = fold(password);
  if (folded.includes(fold(owner.email)) || personal.some((term) => letters(term) === letters(folded)))
    return 'PASSWORD_IS_PERSONAL';
  const { zxcvbn, commonPasswords } = await loadEstimator();
  const { score, sequence } = zxcvbn.check(password, [...personal]);
  if (score < MIN_SCORE) {
    const isPersonal = sequence.some((match) => match['dictionaryName'] === 'userInputs');
    return isPersonal ? 'PASSWORD_IS_PERSONAL' : 'PASSWORD_IS_COMMON';
  }
  return commonPasswords.has(withoutEnding(folded)) ? 'PASSWORD_IS_COMMON' : null;
}

function personalTerms({ email, firstName, lastName }: PasswordOwner): readonly string[] {
  const [mailbox = ''] = email.split('@');
  const names = [firstName, lastName, `${firstName}${lastName}`, `${lastName}${firstName}`];
  // a one-letter name would match any password
  return [PRODUCT, email, mailbox, ...names].map(fold).filter((term) => letters(term).length > 1);
}

/** Converts to lower case without diacritics: `Hasło` is as common as `haslo`. */
function fold(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ł', 'l');
}

const letters = (text: string) => text.replace(/\P{L}/gu, '');
const withoutEnding = (text: string) => text.replace(/\P{L}+$/u, '');

let estimator: ReturnType<typeof createEstimator> | undefined;

/** Loads the dictionaries at the first new password, because they would slow down every start. */
function loadEstimator(): ReturnType<typeof createEstimator> {
  estimator ??= createEstimator();
  return estimator;
}

async function createEstimator() {
  const [{ ZxcvbnFactory }, common, polish] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-pl'),
  ]);
  const zxcvbn = new ZxcvbnFactory({
    graphs: common.adjacencyGraphs,
    dictionary: { ...common.dictionary, ...polish.dictionary },
    maxLength: MAX_SCORED_LENGTH,
  });
  const commonPasswords = new Set(
    Object.entries(common.dictionary)
      .filter(([name]) => name.startsWith(COMMON_PASSWORDS))
      .flatMap(([, words]) => words),
  );
  return { zxcvbn, commonPasswords };
}
