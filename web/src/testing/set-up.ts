import { configure } from '@testing-library/react';

// The second that Testing Library waits by default passes on a busy machine.
configure({ asyncUtilTimeout: 20_000 });
