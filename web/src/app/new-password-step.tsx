import { RouterContextProvider } from '@tanstack/react-router';
import { NewPasswordForm } from '../features/account/new-password-form.tsx';
import { router } from './router.tsx';
import { resumeSession } from './session-end.ts';

/**
 * The second step of the sign-in dialog. It provides the router, because the dialog is outside the router's
 * provider.
 */
export function NewPasswordStep({ oldPassword }: { oldPassword: string }) {
  return (
    <RouterContextProvider router={router}>
      <NewPasswordForm oldPassword={oldPassword} onChanged={resumeSession} />
    </RouterContextProvider>
  );
}
