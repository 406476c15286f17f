import { Box, Button, Loader, Menu, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react';
import { useState } from 'react';
import { useExplain } from '../explain.ts';
import { notifyRetry, notifySuccess } from '../notify.tsx';
import { saveFile } from '../save-file.ts';
import { PHONE } from '../screen.ts';
import { UI_WORDS } from '../words.ts';

export type ExportFormat = 'xlsx' | 'csv';

type Props = {
  /** Gets the whole list, as it is filtered and sorted, as a file. */
  onExport: (format: ExportFormat) => Promise<File>;
  /** Why there is nothing to export now, null when there is. */
  refused: string | null;
};

/** The list as a file for a spreadsheet. The page stays usable meanwhile, and may be left. */
export function ExportMenu({ onExport, refused }: Props) {
  const explain = useExplain();
  const [isRunning, setRunning] = useState(false);
  const isPhone = useMediaQuery(PHONE);
  const why = isRunning ? UI_WORDS.exportRuns : refused;
  const label = isRunning ? UI_WORDS.exporting : UI_WORDS.export;
  const icon = isRunning ? (
    <Loader size={14} aria-hidden />
  ) : (
    <IconDownload size={16} stroke={1.5} aria-hidden />
  );

  const run = async (format: ExportFormat) => {
    setRunning(true);
    try {
      const file = await onExport(format);
      saveFile(file);
      notifySuccess(file.name, UI_WORDS.exported);
    } catch (error) {
      notifyRetry(explain(error).message, UI_WORDS.exportFailed, () => void run(format));
    } finally {
      setRunning(false);
    }
  };

  return (
    <Tooltip label={why} disabled={why === null}>
      <Box component="span">
        <Menu position="bottom-end" shadow="md" width="max-content" disabled={why !== null}>
          <Menu.Target>
            <Button
              variant="default"
              px={isPhone ? 10 : undefined}
              leftSection={isPhone ? undefined : icon}
              aria-label={label}
              aria-busy={isRunning || undefined}
              aria-disabled={why !== null || undefined}
              data-disabled={why !== null || undefined}
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
              {UI_WORDS.exportXlsx}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconFileTypeCsv size={16} stroke={1.5} aria-hidden />}
              onClick={() => void run('csv')}
            >
              {UI_WORDS.exportCsv}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Box>
    </Tooltip>
  );
}
