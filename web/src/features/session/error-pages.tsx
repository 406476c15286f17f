import { Button, Center, EmptyState } from '@mantine/core';
import { IconLock, IconMapQuestion } from '@tabler/icons-react';
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';

export function ForbiddenPage() {
  const navigate = useNavigate();
  return (
    <Center component="main" mih="100dvh" p="md">
      <title>Brak dostępu – Spichlerz</title>
      <EmptyState
        size="lg"
        icon={<IconLock size={48} stroke={1.5} />}
        title={<h1 style={{ margin: 0, fontSize: 20 }}>Brak dostępu</h1>}
        description="Nie masz uprawnień do tej strony. Poproś administratora o dostęp."
      >
        <EmptyState.Actions>
          {/* The sign-in page redirects a signed-in user to the start page. */}
          <Button onClick={() => void navigate({ to: '/login' })}>Wróć</Button>
        </EmptyState.Actions>
      </EmptyState>
    </Center>
  );
}

export function NotFoundPage() {
  const navigate = useNavigate();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  return (
    <Center component="main" mih="100dvh" p="md">
      <title>Nie znaleziono – Spichlerz</title>
      <EmptyState
        size="lg"
        icon={<IconMapQuestion size={48} stroke={1.5} />}
        title={<h1 style={{ margin: 0, fontSize: 20 }}>404 – nie znaleziono</h1>}
        description="Tego rekordu lub strony nie ma. Mógł zostać usunięty albo adres jest nieprawidłowy."
      >
        <EmptyState.Actions>
          <Button onClick={() => (canGoBack ? router.history.back() : void navigate({ to: '/positions' }))}>
            Wróć
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </Center>
  );
}
