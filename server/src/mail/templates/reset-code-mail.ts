import { type Mail, writeMail } from './mail.ts';

/**
 * Replaces the content of a sent or given-up mail, because its code must not be readable in the database or
 * in a backup.
 */
export const maskedResetCodeMail = (): Mail => resetCodeMail('******');

export function resetCodeMail(code: string): Mail {
  return writeMail({
    subject: `${code} – kod do zmiany hasła w Spichlerzu`,
    title: 'Zmiana hasła',
    paragraphs: [
      'Ktoś, najpewniej Ty, poprosił o zmianę hasła do Spichlerza. Wpisz ten kod na stronie zmiany hasła. Kod jest ważny 30 minut.',
      'Jeśli to nie Ty, zignoruj tę wiadomość. Hasło pozostaje bez zmian.',
    ],
    code,
    link: { words: 'Jeśli ta strona jest już zamknięta, otwórz ją ponownie', path: '/reset-password' },
  });
}
