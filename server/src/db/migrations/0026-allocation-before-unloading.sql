-- The undo of an unloading list needs the allocation of each transport before the list. Rows of lists that were applied
-- before this was stored get the present one, which differs by the surplus of unloaded weights only.
update unloading_row u
set before = u.before || jsonb_build_object('allocation',
  jsonb_build_object('commitKg', a.commit_kg, 'effKg', a.in_delivery_kg + a.delivered_kg))
from transport t join allocation a on a.purchase_id = t.purchase_id and a.sales_id = t.sales_id
where t.id = u.transport_id and u.taken_back_at is null and not u.before ? 'allocation';
