-- What is written waits in a list of the index, which every search reads whole, until the list is full; whoever fills
-- it puts all of it in its place. Of 4 MB that was a millisecond or two of each search of trucks, and 0.3 s of one writer.
alter index transport_search_idx set (gin_pending_list_limit = 256);
alter index contract_search_purchase_idx set (gin_pending_list_limit = 256);
alter index contract_search_sales_idx set (gin_pending_list_limit = 256);
-- two keys a row are put in their place at once
alter index history_contract_idx set (fastupdate = off);
