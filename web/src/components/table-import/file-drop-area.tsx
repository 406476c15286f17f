import { Loader, Text } from '@mantine/core';
import { IconFileSpreadsheet, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './file-drop-area.module.css';

type Props = {
  label: string;
  /** Extensions of file names that the browser offers, such as `.xlsx,.csv`. */
  accept: string;
  hint: string;
  disabled: boolean;
  loading: boolean;
  onChoose: (file: File) => void;
};

/**
 * Accepts one file by drop, click or keyboard: an invisible file input covers the area, and browsers accept
 * drops on it.
 */
export function FileDropArea({ label, accept, hint, disabled, loading, onChoose }: Props) {
  const [isOver, setOver] = useState(false);
  const Icon = isOver ? IconUpload : IconFileSpreadsheet;
  return (
    <label
      className={classes.area}
      data-over={(isOver && !disabled) || undefined}
      data-disabled={disabled || undefined}
      aria-busy={loading || undefined}
    >
      <input
        type="file"
        className={classes.input}
        aria-label={label}
        accept={accept}
        disabled={disabled}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file !== undefined) onChoose(file);
          // cleared, because browsers report no change when the user selects the same file again, for example
          // after a correction
          event.currentTarget.value = '';
        }}
      />
      {loading ? <Loader size={32} /> : <Icon size={32} stroke={1.5} aria-hidden />}
      <Text fw={500} component="span">
        Upuść plik tutaj albo kliknij, żeby go wybrać
      </Text>
      <Text fz="sm" c="dimmed" component="span">
        {hint}
      </Text>
    </label>
  );
}
