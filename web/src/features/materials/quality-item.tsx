import { Box, Group } from '@mantine/core';
import type { RawMaterialRow } from '@spichlerz/shared/wire/materials';
import { SelectField } from '../../ui/field/select-field.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { RemoveButton } from '../../ui/form/form-list.tsx';
import { FieldGrid } from '../../ui/form/form-shell.tsx';
import { type ItemPosition, MoveButtons } from '../../ui/form/move-buttons.tsx';
import { YES_NO_TEXT } from '../../words/labels.ts';
import { type MaterialForm, nameWithUnit } from './material-form-values.ts';
import classes from './quality-item.module.css';

const ANSWERS = [{ value: '', label: 'Nie podano' }, ...YES_NO_TEXT];

type Props = {
  form: MaterialForm;
  parameters: RawMaterialRow['parameters'];
  /** The reason why the quality cannot be removed, or null. */
  disabledReason: string | null;
  place: ItemPosition;
  onRemove: () => void;
};

/** One quality: its title and a value for each parameter of the raw material. */
export function QualityItem({ form: { control }, parameters, disabledReason, place, onRemove }: Props) {
  const { index } = place;
  return (
    <div className={classes.item}>
      <Box flex={1}>
        <FieldGrid columns={4}>
          <TextField
            control={control}
            name={`qualities.${index}.title`}
            label={`Jakość ${index + 1}`}
            required
          />
          {parameters.map((parameter, place) => {
            const name = `qualities.${index}.values.${place}.value` as const;
            const label = nameWithUnit(parameter);
            return parameter.type === 'BOOLEAN' ? (
              <SelectField key={parameter.id} control={control} name={name} label={label} options={ANSWERS} />
            ) : (
              <TextField
                key={parameter.id}
                control={control}
                name={name}
                label={label}
                inputMode={parameter.type === 'NUMBER' ? 'decimal' : 'text'}
              />
            );
          })}
        </FieldGrid>
      </Box>
      <Group gap={0} wrap="nowrap" className={classes.deeds}>
        <MoveButtons name={`jakość ${index + 1}`} {...place} />
        <RemoveButton
          removeLabel={`Usuń: jakość ${index + 1}`}
          disabledReason={disabledReason}
          onRemove={onRemove}
        />
      </Group>
    </div>
  );
}
