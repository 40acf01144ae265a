-- The log as Outpost's tenth migration leaves it. Versions here are Outpost's own, so that a database
-- which Outpost migrated can be taken over at the version it has.

create table events (
    id text not null,
    tenant_id text not null,
    time timestamptz not null,
    topic text not null,
    eligible_for_retry boolean not null,
    data text not null, -- the JSON as it was published: jsonb would reorder its keys
    metadata jsonb not null,
    matched_destination_ids text[] not null default '{}',
    primary key (time, id)
) partition by range (time);

create table events_default partition of events default;

create index events_matched_destination_ids_idx on events using gin (matched_destination_ids);
create index idx_events_id on events (id);
create index idx_events_tenant_time on events (tenant_id, time desc, id desc);
create index idx_events_tenant_topic_time on events (tenant_id, topic, time desc, id desc);

create table attempts (
    id text not null,
    event_id text not null,
    destination_id text not null,
    status text not null,
    time timestamptz not null,
    code text,
    response_data text,
    manual boolean not null default false,
    attempt_number integer not null default 0,
    tenant_id text not null,
    topic text not null,
    event_time timestamptz not null,
    eligible_for_retry boolean not null,
    event_data text not null,
    event_metadata jsonb not null,
    destination_type text not null default '',
    primary key (time, id)
) partition by range (time);

create table attempts_default partition of attempts default;

create index idx_attempts_event_time on attempts (event_id, time desc, id desc);
create index idx_attempts_id on attempts (id);
create index idx_attempts_tenant_time on attempts (tenant_id, time desc, id desc);
create index idx_attempts_tenant_dest_time on attempts (tenant_id, destination_id, time desc, id desc);
create index idx_attempts_tenant_desttype_time on attempts (tenant_id, destination_type, time desc, id desc);
create index idx_attempts_tenant_status_time on attempts (tenant_id, status, time desc, id desc);
create index idx_attempts_tenant_topic_time on attempts (tenant_id, topic, time desc, id desc);

-- What Outpost's migration tool reads to know that it has nothing to do. Outpost may have made the table,
-- and stopped before its first migration.
create table if not exists schema_migrations (
    version bigint not null primary key,
    dirty boolean not null
);

insert into schema_migrations (version, dirty) values (10, false);
