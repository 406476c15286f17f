import '@mantine/core/styles/PinInput.css';
import { Anchor, Button, Group, PinInput, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { confirmPasswordReset, requestPasswordReset, verifyResetCode } from '@spichlerz/shared/calls/session';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { explainError } from '../../components/explain-error.ts';
import { newPassword, PasswordRules, REPEAT_DIFFERS } from '../../components/field/password-rules.tsx';
import { PasswordField, TextField } from '../../ui/field/text-field.tsx';
import { keepFocus } from '../../ui/form/keep-focus.ts';
import { requiredEmail } from '../../ui/form/rules.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { notifyError, notifySuccess } from '../../ui/overlay/notify.tsx';
import { counted, NOUN_FORMS } from '../../words/plural.ts';

const CODE_LENGTH = 6;
const RESEND_SECONDS = 60;

type Step =
  | { name: 'email' }
  | { name: 'code'; email: string }
  | { name: 'password'; email: string; code: string }
  | { name: 'done' };

/** The steps of a password reset: e-mail, code, new password, success. */
export function ResetPasswordPage() {
  const [step, setStep] = useState<Step>({ name: 'email' });
  if (step.name === 'email') return <EmailStep onDone={(email) => setStep({ name: 'code', email })} />;
  if (step.name === 'code') {
    return (
      <CodeStep
        email={step.email}
        onDone={(code) => setStep({ name: 'password', email: step.email, code })}
      />
    );
  }
  if (step.name === 'password') {
    return (
      <PasswordStep
        email={step.email}
        code={step.code}
        onDone={() => setStep({ name: 'done' })}
        onCodeExpired={() => setStep({ name: 'code', email: step.email })}
      />
    );
  }
  return <DoneStep />;
}

/** Runs one call at a time. A failure shows a notification, and the typed text stays. */
function useAttempt(): { isBusy: boolean; attempt: (action: () => Promise<void>) => void } {
  const [isBusy, setBusy] = useState(false);
  const attempt = (action: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    action()
      .catch((error: unknown) => notifyError(explainError(error).message))
      .finally(() => setBusy(false));
  };
  return { isBusy, attempt };
}

/** Whether the server rejected the code. Other errors are about the connection or a field. */
function isWrongCode(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'WRONG_ACTIVATION_CODE';
}

type FrameProps = { title: string; hint: string; onSubmit: () => void; children: ReactNode };

function Frame({ title, hint, onSubmit, children }: FrameProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Stack gap="md">
        <div>
          <Title order={2}>{title}</Title>
          <Text fz="sm" c="dimmed">
            {hint}
          </Text>
        </div>
        {children}
        <Anchor
          fz="sm"
          ta="center"
          onMouseDown={keepFocus}
          renderRoot={(props: object) => <Link {...props} to="/login" />}
        >
          Wróć do logowania
        </Anchor>
      </Stack>
    </form>
  );
}

const emailSchema = z.object({ email: requiredEmail() });

function EmailStep({ onDone }: { onDone: (email: string) => void }) {
  const form = useZodForm(emailSchema, { email: '' });
  const { isBusy, attempt } = useAttempt();
  useEffect(() => form.setFocus('email'), [form]);
  const submit = form.handleSubmit(({ email }) =>
    attempt(async () => {
      await call(requestPasswordReset, { body: { email } });
      onDone(email);
    }),
  );
  return (
    <Frame
      title="Nie pamiętam hasła"
      hint="Podaj swój e-mail. Wyślemy kod, którym ustawisz nowe hasło."
      onSubmit={() => void submit()}
    >
      <TextField
        control={form.control}
        name="email"
        label="E-mail"
        type="email"
        autoComplete="username"
        required
      />
      <Button type="submit" loading={isBusy} onMouseDown={keepFocus} fullWidth>
        Wyślij kod
      </Button>
    </Frame>
  );
}

function CodeStep({ email, onDone }: { email: string; onDone: (code: string) => void }) {
  const [code, setCode] = useState('');
  const [isWrong, setWrong] = useState(false);
  const boxes = useRef<HTMLDivElement>(null);
  useEffect(() => boxes.current?.querySelector('input')?.focus(), []);
  const { isBusy, attempt } = useAttempt();
  const verify = (typed: string) => {
    if (typed.length < CODE_LENGTH) return;
    attempt(async () => {
      try {
        await call(verifyResetCode, { body: { email, code: typed.toUpperCase() } });
      } catch (error) {
        if (!isWrongCode(error)) throw error;
        // no notification, because the message is shown below the code input
        setWrong(true);
        return;
      }
      onDone(typed.toUpperCase());
    });
  };
  return (
    <Frame
      title="Wpisz kod"
      hint={`Jeśli adres ${email} jest w Spichlerzu, przyszedł na niego kod z 6 znaków. Jest ważny 30 minut.`}
      onSubmit={() => verify(code)}
    >
      <Group ref={boxes} justify="center">
        <PinInput
          // Mantine would remount the inputs without an id, and the inputs would lose the focus
          id="reset-code"
          length={CODE_LENGTH}
          type="alphanumeric"
          placeholder=""
          value={code}
          error={isWrong}
          getInputProps={(index) => ({ 'aria-label': `Znak ${index + 1} z ${CODE_LENGTH} kodu` })}
          aria-label="Kod z wiadomości"
          onChange={(typed) => {
            setCode(typed.toUpperCase());
            setWrong(false);
          }}
          onComplete={verify}
        />
      </Group>
      {isWrong ? (
        <Text fz="sm" c="var(--mantine-color-error)" ta="center" role="alert">
          Kod jest nieprawidłowy albo nieważny. Sprawdź go lub wyślij nowy.
        </Text>
      ) : null}
      <Button type="submit" loading={isBusy} disabled={code.length < CODE_LENGTH} fullWidth>
        Dalej
      </Button>
      <ResendButton email={email} />
    </Frame>
  );
}

/** A monotonic clock, because the system clock may be set back. */
const clock = () => performance.now();

function ResendButton({ email }: { email: string }) {
  const [sentAt, setSentAt] = useState(clock);
  const [now, setNow] = useState(sentAt);
  const { isBusy, attempt } = useAttempt();
  // computed from the clock, because timers are late in a background tab
  const left = Math.max(0, RESEND_SECONDS - Math.floor((now - sentAt) / 1_000));
  useEffect(() => {
    const timer = setInterval(() => setNow(clock()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <Button
      variant="subtle"
      disabled={left > 0}
      loading={isBusy}
      onClick={() =>
        attempt(async () => {
          await call(requestPasswordReset, { body: { email } });
          notifySuccess('Wysłaliśmy nowy kod.');
          setSentAt(clock());
          setNow(clock());
        })
      }
    >
      {left > 0 ? `Wyślij kod ponownie za ${counted(left, NOUN_FORMS.secondsFrom)}` : 'Wyślij kod ponownie'}
    </Button>
  );
}

const passwordSchema = z
  .object({ password: newPassword(), repeatPassword: z.string().min(1, 'Pole nie może być puste.') })
  .refine(({ password, repeatPassword }) => password === repeatPassword, {
    path: ['repeatPassword'],
    message: REPEAT_DIFFERS,
  });

type PasswordStepProps = { email: string; code: string; onDone: () => void; onCodeExpired: () => void };

function PasswordStep({ email, code, onDone, onCodeExpired }: PasswordStepProps) {
  const form = useZodForm(passwordSchema, { password: '', repeatPassword: '' });
  const { control } = form;
  const { isBusy, attempt } = useAttempt();
  const typed = useWatch({ control, name: 'password' });
  // the code inputs that had the focus are unmounted, and further typing must not be lost
  useEffect(() => form.setFocus('password'), [form]);
  const submit = form.handleSubmit(({ password }) =>
    attempt(async () => {
      try {
        await call(confirmPasswordReset, { body: { email, code, password } });
      } catch (error) {
        // the code has expired, so the form returns to the step that requests a new code
        if (isWrongCode(error)) onCodeExpired();
        const [field] = explainError(error).fields;
        if (field !== undefined) {
          form.setError('password', { type: 'server', message: field.message }, { shouldFocus: true });
        }
        throw error;
      }
      onDone();
    }),
  );
  return (
    <Frame title="Nowe hasło" hint="Wszystkie urządzenia zostaną wylogowane." onSubmit={() => void submit()}>
      <PasswordField
        control={control}
        name="password"
        label="Nowe hasło"
        autoComplete="new-password"
        required
      />
      <PasswordField
        control={control}
        name="repeatPassword"
        label="Powtórz nowe hasło"
        autoComplete="new-password"
        required
      />
      <PasswordRules password={typed} />
      <Button type="submit" loading={isBusy} onMouseDown={keepFocus} fullWidth>
        Ustaw hasło
      </Button>
    </Frame>
  );
}

function DoneStep() {
  return (
    <Stack gap="md" align="center">
      <ThemeIcon size={48} radius="xl" color="field" aria-hidden>
        <IconCheck size={28} />
      </ThemeIcon>
      <Title order={2}>Hasło zmienione</Title>
      <Text ta="center">Zaloguj się nowym hasłem.</Text>
      <Button fullWidth renderRoot={(props: object) => <Link {...props} to="/login" />}>
        Przejdź do logowania
      </Button>
    </Stack>
  );
}
