import { Anchor, Text, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { bareDigits } from '@spichlerz/shared/domain/contractor';
import type { Side } from '@spichlerz/shared/domain/side';
import type { SimilarContractor, Similarity } from '@spichlerz/shared/wire/contractor-card';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { similarContractorsQuery } from '../../api/contractors.ts';
import { SEARCH_DEBOUNCE_MS } from '../../ui/field/search-debounce.ts';
import type { ContractorForm } from './contractor-form-values.ts';
import { contractorLink } from './contractor-links.ts';

const SIMILARITY_TEXTS: Record<Similarity, string> = {
  nip: 'ma już ten NIP.',
  pesel: 'ma już ten PESEL.',
  companyName: 'ma już ten kod.',
  fullName: 'ma już taką nazwę.',
};

/**
 * Returns a function that returns a warning if another contractor has the typed NIP, PESEL,
 * code or name, else null.
 */
export function useSimilarContractors(
  side: Side,
  form: ContractorForm,
  ownId: number | undefined,
): (likeness: Similarity) => ReactNode {
  const [nip, pesel, code, first, middle, last] = useWatch({
    control: form.control,
    name: ['nip', 'pesel', 'companyName', 'firstName', 'middleName', 'lastName'],
  });
  const typed = useMemo(() => {
    const name = [first, middle, last].map((part) => part.trim()).filter((part) => part !== '');
    return {
      ...(/^\d{10}$/.test(bareDigits(nip)) ? { nip: bareDigits(nip) } : {}),
      ...(/^\d{11}$/.test(bareDigits(pesel)) ? { pesel: bareDigits(pesel) } : {}),
      ...(code.trim() === '' ? {} : { companyName: code.trim() }),
      // a first name alone does not identify a contractor
      ...(last.trim() === '' ? {} : { fullName: name.join(' ') }),
    };
  }, [nip, pesel, code, first, middle, last]);
  const [settled] = useDebouncedValue(typed, SEARCH_DEBOUNCE_MS);
  const query = useQuery({
    ...similarContractorsQuery(side, { ...settled, ...(ownId === undefined ? {} : { exceptId: ownId }) }),
    enabled: form.formState.isDirty && Object.keys(settled).length > 0,
  });
  // a result for an earlier text does not apply to the text that is typed now
  const similar = settled === typed ? query.data : undefined;
  return (likeness) => {
    const like = similar?.find((match) => match.matches.includes(likeness));
    return like === undefined ? null : (
      <Similar side={side} contractor={like} sentence={SIMILARITY_TEXTS[likeness]} />
    );
  };
}

type Props = { side: Side; contractor: SimilarContractor; sentence: string };

/** The link opens in a new tab, so that the form keeps its values. */
function Similar({ side, contractor, sentence }: Props) {
  return (
    <Text component="output" display="block" fz="inherit" c="var(--app-warning)">
      {`${SIDE_LABELS[side].contractor} `}
      <Anchor
        fz="inherit"
        underline="always"
        renderRoot={(props) => (
          <Link {...props} {...contractorLink[side](contractor.id)} target="_blank" rel="noopener" />
        )}
      >
        {contractor.fullName}
        <IconExternalLink size={12} aria-hidden style={{ marginLeft: 2, verticalAlign: '-1px' }} />
        <VisuallyHidden> (w nowej karcie)</VisuallyHidden>
      </Anchor>
      {` ${sentence}`}
    </Text>
  );
}
