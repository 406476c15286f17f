import { listMargins } from '@spichlerz/shared/wire/margin';
import { MARGIN_SHEET } from '../../export/margin-sheet.ts';
import type { Router } from '../../http/route.ts';
import { reportMargins } from './margin-report.ts';

export function marginRoutes(router: Router): void {
  router.report(listMargins, MARGIN_SHEET, (db, { body }) => reportMargins(db, body));
}
