import { z } from 'zod/v4';
import { issueMessage } from '../words/issue-message.ts';

/*
 * What `import … from 'zod'` means in the browser (vite.config.ts), so that zod is set up before any schema is built,
 * wherever the first one is: it would otherwise probe `new Function`, which the content security policy reports.
 */
z.config({ jitless: true, customError: issueMessage });

export { z };
