import { Anchor, Checkbox, NativeSelect, Stack, Text } from '@mantine/core';
import { formatReading } from '@spichlerz/shared/words/discount-rules';
import { EMPTY, formatPrice, formatTonnes, NBSP, numberFormat } from '@spichlerz/shared/words/figures';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { createContext, useContext } from 'react';
import { contractQuery } from '../../../api/contracts.ts';
import { contractRulesQuery, settlementPreviewQuery, transportReadingsQuery } from '../../../api/quality.ts';
import { VerdictLine } from '../../../components/table-import/verdict-line.tsx';
import { useVisibleFailure } from '../../../ui/errors.ts';
import { ALL_MATERIALS, contractListLink, dashboardLink } from '../../contracts/contract-links.ts';
import { differencePercent, type PreviewRow, readingsOnceApplied, whyNotApplied } from './preview-rows.ts';
import {
  candidateLabel,
  isUnknownParameter,
  noteSentence,
  problemSentence,
  warningSentence,
} from './unloading-texts.ts';

type PreviewActions = {
  /** Chooses the transport of a line; null skips the line. */
  readonly choose: (line: number, transportId: number | null) => void;
  readonly acceptWeight: (line: number, kg: number | null) => void;
  /** The sale of the list, or null if the list covers all sales of the recipient. */
  readonly salesId: number | null;
  readonly recipientName: string;
  readonly isBusy: boolean;
};

// a context, because the column definitions are constants and cannot pass the actions to the cells
const PreviewContext = createContext<PreviewActions>({
  choose: () => undefined,
  acceptWeight: () => undefined,
  salesId: null,
  recipientName: '',
  isBusy: false,
});
export const PreviewActionsProvider = PreviewContext.Provider;

const LEFT_OUT = 'left-out';

/**
 * The cell of the transport: a select of the candidates or, after the row is applied, the name of the chosen
 * transport. A row without candidates has a link that adds a transport, unless the row has a problem.
 */
export function TransportCell({ row }: { row: PreviewRow }) {
  const { choose, isBusy } = useContext(PreviewContext);
  const { id, candidates, chosen, state, takenBy } = row;
  if (candidates.length === 0)
    return whyNotApplied(row) === 'NO_TRANSPORT' ? <AddTransportLink row={row} /> : EMPTY;
  if (state === 'APPLIED') return <Text fz="sm">{chosen === null ? EMPTY : labelOf(row, chosen)}</Text>;
  return (
    <NativeSelect
      size="xs"
      aria-label={`Transport wiersza ${id}`}
      w="100%"
      disabled={isBusy}
      error={state === 'CHOOSE' && chosen === null && !row.isLeftOut}
      value={row.isLeftOut ? LEFT_OUT : (chosen?.transportId ?? '')}
      onChange={({ currentTarget: { value } }) => choose(id, value === LEFT_OUT ? null : Number(value))}
    >
      {chosen === null && !row.isLeftOut ? (
        <option value="" disabled>
          Wybierz transport
        </option>
      ) : null}
      {candidates.map((candidate) => {
        const line = takenBy[candidate.transportId];
        return (
          <option key={candidate.transportId} value={candidate.transportId} disabled={line !== undefined}>
            {`${labelOf(row, candidate)}${line === undefined ? '' : ` (wybrany w wierszu ${line})`}`}
          </option>
        );
      })}
      <option value={LEFT_OUT}>Nie wczytuj tego wiersza</option>
    </NativeSelect>
  );
}

const lettersAndDigits = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();

function labelOf({ row, candidates }: PreviewRow, candidate: PreviewRow['candidates'][number]): string {
  const own = lettersAndDigits(row.request.plate ?? '');
  const isSame = candidates.every(({ registrationNumber }) => lettersAndDigits(registrationNumber) === own);
  return candidateLabel(candidate, !isSame);
}

/**
 * A link to the page where a transport can be added to an allocation: the sale, or the list of sales
 * if the sale is not known.
 */
function AddTransportLink({ row }: { row: PreviewRow }) {
  const { salesId, recipientName } = useContext(PreviewContext);
  const { documentNumber } = row.row.request;
  const target =
    salesId === null
      ? {
          ...contractListLink.sales(ALL_MATERIALS),
          search: { search: documentNumber ?? recipientName },
        }
      : dashboardLink.sales(salesId);
  return (
    <Anchor
      fz="sm"
      renderRoot={(props: object) => <Link {...props} {...target} target="_blank" rel="noopener" />}
    >
      {`Dodaj transport ${row.row.request.plate ?? ''}`}
      <IconExternalLink size={12} aria-hidden style={{ marginLeft: 2, verticalAlign: '-1px' }} />
    </Anchor>
  );
}

/** Formats the planned and the unloaded weight, also of a correction: `25,000 t → 24,860 t`. */
export function weightText({ row, chosen }: PreviewRow): string {
  const { net } = row.request;
  if (net === undefined) return EMPTY;
  return chosen === null ? formatTonnes(net) : `${formatTonnes(chosen.quantityKg)} → ${formatTonnes(net)}`;
}

const percent = numberFormat({
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'exceptZero',
});

/** A difference above this limit is coloured. The search for the transports of a row uses the same limit. */
const FAR_PERCENT = 15;

export function DifferenceCell({ row: { row, chosen } }: { row: PreviewRow }) {
  const { net } = row.request;
  if (net === undefined || chosen === null) return EMPTY;
  const difference = differencePercent(chosen.quantityKg, net);
  return (
    <Text
      fz="inherit"
      component="span"
      {...(Math.abs(difference) > FAR_PERCENT && { c: 'var(--app-warning)' })}
    >
      {`${percent(difference)}${NBSP}%`}
    </Text>
  );
}

export const readingsText = ({ readings }: PreviewRow): string =>
  readings.length === 0
    ? EMPTY
    : readings.map(({ name, unit, value }) => `${name} ${formatReading(value, unit)}`).join(', ');

/**
 * The cell of the price by the rules of the sale. It is empty without a transport, without readings, or if
 * the sale has no rules.
 */
export function PriceCell({ row: { chosen, readings } }: { row: PreviewRow }) {
  const rules = useQuery({
    ...contractRulesQuery(chosen?.sale.id ?? 0),
    enabled: chosen !== null && readings.length > 0,
  });
  if (chosen === null || readings.length === 0 || !rules.data?.rules.length) return EMPTY;
  if (rules.data.readingSource !== 'RECIPIENT') return 'badania z załadunku';
  return (
    // the text wraps, because the table cuts off only plain text, and this text would cover the next column
    <Text fz="inherit" lh={1.3} style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
      <RulesPrice transportId={chosen.transportId} salesId={chosen.sale.id} readings={readings} />
    </Text>
  );
}

type RulesPriceProps = { transportId: number; salesId: number; readings: PreviewRow['readings'] };

function RulesPrice({ transportId, salesId, readings }: RulesPriceProps) {
  const currency = useQuery(contractQuery('sales', salesId)).data?.currency;
  const measured = useQuery(transportReadingsQuery(transportId));
  const { data, error } = useQuery({
    ...settlementPreviewQuery({
      transportId,
      side: 'sales',
      readings: readingsOnceApplied(measured.data?.readings ?? [], readings),
    }),
    enabled: measured.data !== undefined,
  });
  const failure = measured.error ?? error;
  useVisibleFailure(failure);
  if (failure !== null) return 'nie udało się policzyć';
  if (data === undefined || currency === undefined) return '…';
  const price = formatPrice(data.pricePerTonne, currency);
  if (data.refused.length > 0)
    return (
      <Text fz="inherit" component="span" c="var(--app-short)">
        {`poza granicą przyjęcia: ${data.refused.map(({ name }) => name).join(', ')}`}
      </Text>
    );
  // a price that lacks readings would look final
  if (data.missing.length > 0) return `brak: ${data.missing.map(({ name }) => name).join(', ')}`;
  if (data.pricePerTonne === data.contractPrice) return price;
  return `${price} (kontrakt ${formatPrice(data.contractPrice, currency)})`;
}

/** Whether applying the row replaces a weight that the transport already has. */
const replacesWeight = ({ row, state, chosen }: PreviewRow): boolean =>
  state !== 'APPLIED' &&
  typeof chosen?.realQuantityKg === 'number' &&
  chosen.realQuantityKg !== row.request.net;

/** The problems and warnings of a row, and the confirmation of a heavy weight. */
export function VerdictCell({ row }: { row: PreviewRow }) {
  const { acceptWeight, isBusy } = useContext(PreviewContext);
  const { request, problems, notes } = row.row;
  const own = row.warnings.filter((warning) => !isUnknownParameter(warning));
  const isFault = row.state === 'NONE';
  return (
    <Stack gap={2} py={6}>
      {problems.map((problem) => (
        <VerdictLine key={problemSentence(problem)} verdict="bad">
          {problemSentence(problem)}
        </VerdictLine>
      ))}
      {row.row.expectedCells === undefined ? null : (
        <Text fz="xs" c="dimmed" style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
          {row.row.cells.join(' | ')}
        </Text>
      )}
      {whyNotApplied(row) === 'NO_TRANSPORT' ? (
        <VerdictLine verdict="bad">Brak transportu tego pojazdu do rozładunku w tych dniach.</VerdictLine>
      ) : null}
      {own.map((warning) => (
        <VerdictLine key={`${warning.field} ${warning.code}`} verdict={isFault ? 'bad' : 'doubtful'}>
          {warningSentence(warning, request.readings)}
        </VerdictLine>
      ))}
      {row.state === 'CHOOSE' && row.chosen === null && !row.isLeftOut ? (
        <VerdictLine verdict="doubtful">
          {row.candidates.length === 1
            ? 'Jeden transport pasuje do kilku wierszy.'
            : 'Pasuje kilka transportów.'}
        </VerdictLine>
      ) : null}
      {replacesWeight(row) ? (
        <VerdictLine verdict="doubtful">
          {`${row.state === 'CORRECTION' ? 'Korekta' : 'Zastąpi wpisaną wagę'}: ${formatTonnes(row.chosen?.realQuantityKg)} → ${formatTonnes(request.net)}.`}
        </VerdictLine>
      ) : null}
      {row.state === 'APPLIED' ? (
        <VerdictLine verdict="good">
          {request.readings === undefined
            ? 'Wczytany wcześniej.'
            : 'Wczytany wcześniej. Wyników badań z listy nie wczytujemy ponownie.'}
        </VerdictLine>
      ) : null}
      {row.isHeavy && row.chosen !== null && !row.isLeftOut ? (
        <Checkbox
          size="xs"
          label={`Potwierdzam ${formatTonnes(request.net)}, ponad 60 t`}
          aria-label={`Potwierdzam wagę ${formatTonnes(request.net)} w wierszu ${row.id}`}
          disabled={isBusy}
          checked={row.isHeavyAccepted}
          onChange={(event) =>
            acceptWeight(row.id, event.currentTarget.checked ? (request.net ?? null) : null)
          }
        />
      ) : null}
      {notes.map((note) => (
        <VerdictLine key={noteSentence(note)} verdict="doubtful">
          {noteSentence(note)}
        </VerdictLine>
      ))}
      {row.isLeftOut ? <VerdictLine verdict="doubtful">Pominięty.</VerdictLine> : null}
    </Stack>
  );
}
