import type { ErrorCode } from '@spichlerz/shared/domain/domain-error';
import type { PasswordReason } from '@spichlerz/shared/domain/password';
import { UNREACHABLE } from './unreachable.ts';

/** Messages of error replies: the problem and the next step. */
export const ERROR_SENTENCES: Record<ErrorCode, string> = {
  ACCESS_DENIED:
    'Nie masz dostępu do tej funkcji. Jeśli Twoje hasło wygasło, zmień je na stronie „Moje konto”.',
  ADDRESS_IS_EMPTY:
    'Przy warunkach FCA podaj miejscowość, kod pocztowy i kraj miejsca załadunku lub rozładunku.',
  ALLOCATION_IS_MISSING: 'Te kontrakty nie są ze sobą połączone. Najpierw dodaj alokację, potem transport.',
  ALLOCATE_QUANTITY_IS_TO_BIG:
    'Ilość przekracza to, co można jeszcze zaalokować w tych kontraktach. Zmniejsz ją i spróbuj ponownie.',
  BAD_REQUEST: 'Nie udało się odczytać wysłanych danych. Odśwież stronę i spróbuj ponownie.',
  CANNOT_PRINT_ON_THIS_STATUS:
    'Nie ma czego wydrukować: zestawienie obejmuje rozliczenia wysłane, zafakturowane i opłacone, lista dostaw – dostarczone transporty, a zlecenie transportowe – transport, który nie jest anulowany.',
  CANNOT_SET_INVOICE_ON_THIS_STATUS: 'W tym statusie nie można wpisać faktury. Najpierw zapisz rozliczenie.',
  CARRIER_NOT_FOUND: 'Nie znaleziono przewoźnika. Mógł zostać usunięty.',
  CONFLICT:
    'Dane zmieniły się w międzyczasie albo są używane w innym miejscu. Odśwież je i spróbuj ponownie.',
  CONTRACT_IS_NOT_COMPATIBLE:
    'Te kontrakty do siebie nie pasują: mają inny surowiec albo jeden z nich jest zamknięty lub anulowany.',
  CONTRACT_NOT_FOUND: 'Nie znaleziono kontraktu. Mógł zostać usunięty.',
  DATE_FROM_CANNOT_BE_AFTER_TO: 'Data początkowa nie może być późniejsza niż końcowa.',
  DATE_TO_CANNOT_BE_BEFORE_FROM: 'Data końcowa nie może być wcześniejsza niż początkowa.',
  DOCUMENT_NUMBER_IS_DUPLICATED: 'Kontrakt o tym numerze już istnieje. Wpisz inny numer.',
  FORBIDDEN: 'Nie masz uprawnień do tej czynności. Poproś o nią administratora.',
  FST_ERR_VALIDATION: 'Niektóre wartości są nieprawidłowe. Popraw je i spróbuj ponownie.',
  ID_IS_NOT_A_NUMBER: 'Adres strony jest nieprawidłowy. Otwórz rekord z listy.',
  INTERNAL_ERROR: 'Wystąpił błąd po naszej stronie. Spróbuj ponownie za chwilę.',
  INVALID_SORT_PARAMS: 'Listy nie można posortować w ten sposób. Wybierz inną kolumnę.',
  INVOICE_DATA_INCOMPLETE: 'Uzupełnij dane faktury: numer i daty wymagane w tym statusie.',
  MISSING_ACCESS_PERMISSIONS:
    'Tej zmiany uprawnień nie można wykonać. W systemie musi pozostać co najmniej jeden aktywny administrator.',
  MISSING_DATABASE: 'Baza danych jest chwilowo niedostępna. Spróbuj ponownie za chwilę.',
  NAME_IS_DUPLICATED: 'Ta nazwa jest już zajęta. Wpisz inną.',
  NIP_IS_DUPLICATED: 'Kontrahent z tym numerem NIP już istnieje.',
  NOT_EDITABLE_TRANSPORT: 'W tym statusie transportu nie można już zmienić tych danych.',
  NOT_FOUND: 'Nie znaleziono tego, czego szukasz. Rekord mógł zostać usunięty.',
  NOT_REALLOCATABLE_TRANSPORT: 'Przekierować można tylko transport, który jest w drodze.',
  OLD_PASSWORD_IS_INVALID: 'Obecne hasło jest nieprawidłowe.',
  PESEL_IS_DUPLICATED: 'Kontrahent z tym numerem PESEL już istnieje.',
  PURCHASE_CONTRACT_IS_IN_TRANSPORT: 'Kontrakt zakupu ma transporty, które nie pozwalają na tę zmianę.',
  PURCHASE_SUPPLIER_NOT_FOUND: 'Nie znaleziono dostawcy. Wybierz go ponownie z listy.',
  RAW_MATERIAL_NOT_FOUND: 'Nie znaleziono surowca. Wybierz go ponownie z listy.',
  RAW_MATERIAL_QUALITY_RELATION_NOT_FOUND:
    'Wybrana jakość nie należy do tego surowca. Wybierz ją ponownie z listy.',
  RAW_MATERIAL_WRONG_DATA_TYPE: 'Wartość nie pasuje do typu parametru jakościowego.',
  RECIPIENT_NOT_FOUND: 'Nie znaleziono odbiorcy. Mógł zostać usunięty.',
  REQUIRED_DATA_NOT_FOUND:
    'Brakuje danych potrzebnych do wykonania tej czynności. Odśwież stronę i spróbuj ponownie.',
  SALE_CONTRACT_IS_IN_TRANSPORT: 'Kontrakt sprzedaży ma transporty, które nie pozwalają na tę zmianę.',
  SALES_SUPPLIER_NOT_FOUND: 'Nie znaleziono odbiorcy kontraktu sprzedaży. Wybierz go ponownie z listy.',
  SETTLEMENT_NOT_FOUND: 'Nie znaleziono rozliczenia. Odśwież listę.',
  SQL_ERROR: 'Baza danych zgłosiła błąd. Spróbuj ponownie za chwilę.',
  SUPPLIER_NOT_FOUND: 'Nie znaleziono dostawcy. Mógł zostać usunięty.',
  TOO_MANY_REQUESTS: 'Zbyt wiele prób w krótkim czasie. Odczekaj chwilę i spróbuj ponownie.',
  TRANSPORT_ALREADY_HAVE_SETTLEMENT: 'Ten transport ma już rozliczenie.',
  TRANSPORT_CANNOT_BE_REMOVED: 'Usunąć można tylko transport w statusie „Nowy” lub „Oczekuje”.',
  TRANSPORT_NOT_FOUND: 'Nie znaleziono transportu. Mógł zostać usunięty.',
  TRANSPORT_QUANTITY_IS_TO_BIG:
    'Ilość transportu przekracza to, co zostało w alokacji i w kontraktach. Zmniejsz ją albo wybierz inny kontrakt.',
  UNAUTHORIZED: 'Twoja sesja wygasła. Zaloguj się ponownie.',
  UNKNOWN_PARAMETER: 'Surowiec tego transportu nie ma takiego parametru.',
  USER_ALREADY_EXISTS: 'Użytkownik z tym adresem e-mail już istnieje.',
  USER_DISABLED: 'To konto jest wyłączone. Skontaktuj się z administratorem.',
  USER_NOT_FOUND: 'Nie znaleziono użytkownika. Mógł zostać usunięty.',
  VALUE_IS_DUPLICATED: 'Ta wartość się powtarza. Wpisz inną.',
  VALUE_IS_MISSING: 'Pole jest wymagane.',
  VALUE_IS_NULL: 'Pole nie może być puste.',
  VALUE_IS_WRONG: 'Ta wartość jest nieprawidłowa.',
  VALUE_IS_WRONG_DATA_TYPE: 'Ta wartość ma nieprawidłowy format.',
  WRONG_ACTIVATION_CODE: 'Kod jest nieprawidłowy lub wygasł. Sprawdź go albo poproś o nowy.',
  WRONG_CREDENTIALS: 'Nieprawidłowy e-mail lub hasło.',
  WRONG_STATUS: 'Ta zmiana statusu nie jest możliwa. Odśwież dane: status mógł się zmienić w międzyczasie.',
};

/** For a rule or a reading whose parameter belongs to another raw material. */
export const FOREIGN_PARAMETER = 'Ten parametr należy do innego surowca.';

/**
 * For a change that needs a reason but has none, such as a change of rules by which a transport was settled.
 */
export const REASON_MISSING = 'Podaj powód zmiany.';

/** Why the session ended. */
export const SESSION_END_SENTENCES = {
  expired: 'Twoja sesja wygasła.',
  signedOut: 'Wylogowano Cię w innej karcie.',
} as const;

/** Why a new password is not allowed. */
export const PASSWORD_ERROR_SENTENCES: Record<PasswordReason, string> = {
  PASSWORD_BREAKS_RULES: 'Hasło nie spełnia wszystkich wymagań.',
  PASSWORD_IS_PERSONAL: 'Hasło nie może opierać się na imieniu, nazwisku, e-mailu ani nazwie Spichlerz.',
  PASSWORD_IS_COMMON:
    'To hasło łatwo odgadnąć, bo jest na liście częstych haseł albo je przypomina. Połącz kilka niezwiązanych ze sobą słów.',
  PASSWORD_IS_UNCHANGED: 'Nowe hasło musi być inne niż obecne.',
};

/** Messages of failures between the browser and the server. */
export const CONNECTION_SENTENCES = {
  NETWORK_ERROR: UNREACHABLE,
  TIMEOUT: 'Serwer nie odpowiedział w ciągu 20 sekund. Spróbuj ponownie.',
  ABORTED: 'Czynność została przerwana.',
  BAD_RESPONSE: 'Serwer odpowiedział w niezrozumiały sposób. Spróbuj ponownie za chwilę.',
} as const;

/** Messages of a server without free capacity. */
export const BUSY_SENTENCES = {
  export: 'Serwer przygotowuje już tyle list, ile może naraz. Poczekaj chwilę i spróbuj ponownie.',
  printout: 'Serwer przygotowuje już tyle wydruków, ile może naraz. Poczekaj chwilę i spróbuj ponownie.',
  import: 'Serwer wczytuje już inne duże listy. Poczekaj chwilę i spróbuj ponownie.',
} as const;
