import { z } from 'zod/v4';
import { issueMessage } from '../words/issue-message.ts';

/*
 * Replaces `import … from 'zod'` in the browser (vite.config.ts), so that zod is configured before any schema
 * is built. Without `jitless`, zod tries `new Function`, which the content security policy reports.
 */
z.config({ jitless: true, customError: issueMessage });

export { z };
