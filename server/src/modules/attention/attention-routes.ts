import { CONTRACT_ATTENTIONS, TRANSPORT_ATTENTIONS } from '@spichlerz/shared/domain/attention';
import { SIDES } from '@spichlerz/shared/domain/side';
import { countAttentions } from '@spichlerz/shared/wire/attention';
import type { Router } from '../../http/route.ts';
import { countContractAttentions } from '../contracts/contract-attention-queries.ts';
import { countTransportAttentions } from '../transports/transport-queries.ts';

export function attentionRoutes(router: Router): void {
  router.query(countAttentions, async (db) => {
    const contracts = await countContractAttentions(db);
    const transports = await countTransportAttentions(db);
    return {
      contracts: SIDES.flatMap((side) =>
        CONTRACT_ATTENTIONS.map((attention) => ({ side, attention, count: contracts[side][attention] })),
      ),
      transports: TRANSPORT_ATTENTIONS.map((attention) => ({ attention, count: transports[attention] })),
    };
  });
}
