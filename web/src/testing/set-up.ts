import { configure } from '@testing-library/react';

// Testing Library waits one second by default, which is too short on a busy machine.
configure({ asyncUtilTimeout: 20_000 });
