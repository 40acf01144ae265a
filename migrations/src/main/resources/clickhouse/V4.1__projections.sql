-- Ours, beside Outpost's versions: orders in which the keys of rows are kept besides the tables' own, so that what
-- one tenant, one event or one id has is found without a look at everybody's history. ClickHouse keeps them by
-- itself with every insert, Outpost's included; no statement names them, and without them all is found, only later.
-- What is in the tables already gets them in the background.

-- Rows that a DELETE has only masked would come back in a projection, and take the places of others.
alter table `${prefix}events` apply deleted mask settings mutations_sync = 0;

alter table `${prefix}attempts` apply deleted mask settings mutations_sync = 0;

-- A merge makes them anew, and a later DELETE takes them from the parts that it touches.
alter table `${prefix}events`
    modify setting deduplicate_merge_projection_mode = 'rebuild', lightweight_mutation_projection_mode = 'drop';

alter table `${prefix}attempts`
    modify setting deduplicate_merge_projection_mode = 'rebuild', lightweight_mutation_projection_mode = 'drop';

alter table `${prefix}events` add projection if not exists postern_by_tenant (
    select tenant_id, event_time, event_id, topic, matched_destination_ids
    order by tenant_id, event_time, event_id
);

alter table `${prefix}events` add projection if not exists postern_by_id (
    select event_id, tenant_id, event_time
    order by event_id
);

alter table `${prefix}attempts` add projection if not exists postern_by_tenant (
    select tenant_id, attempt_time, attempt_id, destination_id, destination_type, topic, status, code, manual, event_time
    order by tenant_id, attempt_time, attempt_id
);

alter table `${prefix}attempts` add projection if not exists postern_by_event (
    select event_id, tenant_id, destination_id, status, attempt_time, attempt_id
    order by event_id
);

alter table `${prefix}attempts` add projection if not exists postern_by_id (
    select attempt_id, tenant_id, attempt_time
    order by attempt_id
);

alter table `${prefix}events` materialize projection postern_by_tenant settings mutations_sync = 0;

alter table `${prefix}events` materialize projection postern_by_id settings mutations_sync = 0;

alter table `${prefix}attempts` materialize projection postern_by_tenant settings mutations_sync = 0;

alter table `${prefix}attempts` materialize projection postern_by_event settings mutations_sync = 0;

alter table `${prefix}attempts` materialize projection postern_by_id settings mutations_sync = 0;
