import type { Role } from '@spichlerz/shared/domain/role';

/** The signed-in person on whose behalf a call runs. */
export type Actor = {
  readonly userId: number;
  readonly role: Role;
  readonly sessionId: string;
  readonly passwordExpired: boolean;
};
