-- Codes to reset a password are not kept readable once their mail is sent or given up; from now on the mail queue
-- masks them (mail/mailer.ts).
update mail
set subject = '****** – kod do zmiany hasła w Spichlerzu', text_body = '', html_body = ''
where entity = 'user' and (sent_at is not null or given_up_at is not null);
