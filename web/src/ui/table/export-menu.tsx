import { Box, Button, Loader, Menu } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react';
import { useState } from 'react';
import { useExplain } from '../errors.ts';
import { usePhone } from '../hooks/screen.ts';
import { notifyRunning, notifySuccess, notifyWithAction } from '../overlay/notify.tsx';
import { saveFile } from '../save-file.ts';
import { UI_TEXTS } from '../texts.ts';
import { memoWithStableCallbacks } from './memo-with-stable-callbacks.tsx';

export type ExportFormat = 'xlsx' | 'csv';

type Props = {
  /** Downloads all rows with the current filters and order as a file. */
  onExport: (format: ExportFormat) => Promise<File>;
  /** The reason why nothing can be exported, or null. */
  disabledReason: string | null;
};

function PlainExportMenu({ onExport, disabledReason }: Props) {
  const explain = useExplain();
  const [isRunning, setRunning] = useState(false);
  const isPhone = usePhone();
  const reason = isRunning ? UI_TEXTS.exportRuns : disabledReason;
  const label = isRunning ? UI_TEXTS.exporting : UI_TEXTS.export;
  const icon = isRunning ? (
    <Loader size={14} aria-hidden />
  ) : (
    <IconDownload size={16} stroke={1.5} aria-hidden />
  );

  const run = async (format: ExportFormat) => {
    setRunning(true);
    const end = notifyRunning(UI_TEXTS.exportRuns, UI_TEXTS.exporting);
    try {
      const file = await onExport(format).finally(end);
      saveFile(file);
      notifySuccess(file.name, UI_TEXTS.exported);
    } catch (error) {
      notifyWithAction(explain(error).message, UI_TEXTS.exportFailed, () => void run(format));
    } finally {
      setRunning(false);
    }
  };

  return (
    <Box component="span" data-tip={reason ?? undefined}>
      <Menu position="bottom-end" shadow="md" width="max-content" disabled={reason !== null}>
        <Menu.Target>
          <Button
            variant="default"
            px={isPhone ? 10 : undefined}
            leftSection={isPhone ? undefined : icon}
            aria-label={label}
            aria-busy={isRunning || undefined}
            aria-disabled={reason !== null || undefined}
            data-disabled={reason !== null || undefined}
            style={{ pointerEvents: 'auto' }}
          >
            {isPhone ? icon : label}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconFileSpreadsheet size={16} stroke={1.5} aria-hidden />}
            onClick={() => void run('xlsx')}
          >
            {UI_TEXTS.exportXlsx}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconFileTypeCsv size={16} stroke={1.5} aria-hidden />}
            onClick={() => void run('csv')}
          >
            {UI_TEXTS.exportCsv}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Box>
  );
}

/**
 * Exports the list as a spreadsheet. The user may continue or leave the page; a notification shows the
 * progress.
 */
export const ExportMenu = memoWithStableCallbacks(PlainExportMenu);
