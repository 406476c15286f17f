import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { allocatedValueQuery } from '../../api/allocations.ts';
import { contractQuery } from '../../api/contracts.ts';
import { lastTransportQuery } from '../../api/transports.ts';
import { CreateTransportDialog } from '../transports/form/create-transport-dialog.tsx';
import { AllocationDialog } from './allocation-dialog.tsx';

/** A request to open the allocation dialog or the dialog of a new transport for two contracts. */
export type AllocationDialogRequest = {
  readonly kind: 'allocation' | 'transport';
  readonly purchaseId: number;
  readonly salesId: number;
};

const DIALOGS = { allocation: AllocationDialog, transport: CreateTransportDialog };

type AllocationDialogState = {
  open: (request: AllocationDialogRequest) => void;
  /** The request whose data is loading; its dialog opens afterwards. */
  opening: AllocationDialogRequest | null;
  dialog: ReactNode;
};

/**
 * Opens the allocation dialog or the dialog of a new transport. The list may be out of date, so the
 * allocation and both contracts are loaded first.
 */
export function useAllocationDialog(): AllocationDialogState {
  const client = useQueryClient();
  const [opened, setOpened] = useState<AllocationDialogRequest | null>(null);
  const opening = useMutation({
    mutationFn: async (request: AllocationDialogRequest): Promise<AllocationDialogRequest> => {
      await client.fetchQuery({ ...allocatedValueQuery(request.purchaseId, request.salesId), staleTime: 0 });
      await Promise.all([
        client.fetchQuery({ ...contractQuery('purchase', request.purchaseId), staleTime: 0 }),
        client.fetchQuery({ ...contractQuery('sales', request.salesId), staleTime: 0 }),
        // the last transport between both contracts provides the proposed values of a new one, and the freight
        // for the margin
        client.fetchQuery({ ...lastTransportQuery(request.purchaseId, request.salesId), staleTime: 0 }),
      ]);
      return request;
    },
  });
  return {
    // mutate callbacks run only for the last call, so only the dialog of the last request opens
    open: (request) => opening.mutate(request, { onSuccess: setOpened }),
    opening: opening.isPending ? opening.variables : null,
    dialog: opened && <OpenedDialog {...opened} onClose={() => setOpened(null)} />,
  };
}

function OpenedDialog({
  kind,
  purchaseId,
  salesId,
  onClose,
}: AllocationDialogRequest & { onClose: () => void }) {
  const openKg = useQuery(allocatedValueQuery(purchaseId, salesId)).data;
  const purchase = useQuery(contractQuery('purchase', purchaseId)).data;
  const sale = useQuery(contractQuery('sales', salesId)).data;
  if (openKg === undefined || purchase === undefined || sale === undefined) return null;
  const Dialog = DIALOGS[kind];
  return <Dialog purchase={purchase} sale={sale} openKg={openKg} onClose={onClose} />;
}
