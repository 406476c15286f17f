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

const SAME: Record<Similarity, string> = {
  nip: 'ma już ten NIP.',
  pesel: 'ma już ten PESEL.',
  companyName: 'ma już ten kod.',
  fullName: 'ma już taką nazwę.',
};

/** Says, while somebody types, who has such a NIP, PESEL, code or name already; null when nobody does. */
export function useSimilarContractors(
  side: Side,
  form: ContractorForm,
  ownId: number | undefined,
): (likeness: Similarity) => ReactNode {
  const [nip, pesel, code, first, middle, last] = useWatch({
    control: form.control,
    name: ['nip', 'pesel', 'companyName', 'firstName', 'middleName', 'lastName'],
  });
  const asked = useMemo(() => {
    const name = [first, middle, last].map((part) => part.trim()).filter((part) => part !== '');
    return {
      ...(/^\d{10}$/.test(bareDigits(nip)) ? { nip: bareDigits(nip) } : {}),
      ...(/^\d{11}$/.test(bareDigits(pesel)) ? { pesel: bareDigits(pesel) } : {}),
      ...(code.trim() === '' ? {} : { companyName: code.trim() }),
      // a first name alone is nobody's
      ...(last.trim() === '' ? {} : { fullName: name.join(' ') }),
    };
  }, [nip, pesel, code, first, middle, last]);
  const [settled] = useDebouncedValue(asked, SEARCH_DEBOUNCE_MS);
  const query = useQuery({
    ...similarContractorsQuery(side, { ...settled, ...(ownId === undefined ? {} : { exceptId: ownId }) }),
    enabled: form.formState.isDirty && Object.keys(settled).length > 0,
  });
  // what was found for an earlier text says nothing about this one
  const found = settled === asked ? query.data : undefined;
  return (likeness) => {
    const like = found?.find(({ matches }) => matches.includes(likeness));
    return like === undefined ? null : <Similar side={side} contractor={like} says={SAME[likeness]} />;
  };
}

type Props = { side: Side; contractor: SimilarContractor; says: string };

/** The link opens beside, so that nothing typed is lost. */
function Similar({ side, contractor, says }: Props) {
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
      {` ${says}`}
    </Text>
  );
}
