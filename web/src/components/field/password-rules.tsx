import '@mantine/core/styles/List.css';
import '@mantine/core/styles/ThemeIcon.css';
import { Group, List, Text, ThemeIcon, VisuallyHidden } from '@mantine/core';
import { brokenPasswordRules, type PasswordRule } from '@spichlerz/shared/domain/password';
import { IconCheck, IconPoint } from '@tabler/icons-react';
import { z } from 'zod';

const RULE_LABELS: Record<PasswordRule, string> = {
  length: 'co najmniej 8 znaków',
  uppercase: 'wielka litera',
  lowercase: 'mała litera',
  digit: 'cyfra',
  special: 'znak specjalny, np. ! albo ?',
};
const RULES = Object.keys(RULE_LABELS) as PasswordRule[];

export const newPassword = () =>
  z
    .string()
    .min(1, 'Pole nie może być puste.')
    .refine(
      (text) => text === '' || brokenPasswordRules(text).length === 0,
      'Hasło nie spełnia wszystkich wymagań.',
    );

export const REPEAT_DIFFERS = 'Hasła muszą być takie same.';

/** Shows which of the five rules the password meets while it is typed. */
export function PasswordRules({ password }: { password: string }) {
  const broken = brokenPasswordRules(password);
  return (
    <div>
      <Text fz="sm" mb={4}>
        Hasło musi mieć:
      </Text>
      <List listStyleType="none" spacing={2} aria-live="polite">
        {RULES.map((rule) => {
          const isKept = !broken.includes(rule);
          return (
            <List.Item key={rule}>
              <Group gap={6} wrap="nowrap">
                <ThemeIcon
                  size={18}
                  radius="xl"
                  variant="light"
                  color={isKept ? 'field' : 'gray'}
                  aria-hidden
                >
                  {isKept ? <IconCheck size={12} /> : <IconPoint size={12} />}
                </ThemeIcon>
                <Text fz="sm" c={isKept ? undefined : 'dimmed'}>
                  {RULE_LABELS[rule]}
                  <VisuallyHidden>{isKept ? ' – jest' : ' – brakuje'}</VisuallyHidden>
                </Text>
              </Group>
            </List.Item>
          );
        })}
      </List>
    </div>
  );
}
