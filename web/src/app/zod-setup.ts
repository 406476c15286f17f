import { z } from 'zod';
import { issueMessage } from '../words/issue-message.ts';

// Before any schema is built: zod would otherwise probe `new Function`, which the content security policy reports.
z.config({ jitless: true, customError: issueMessage });
