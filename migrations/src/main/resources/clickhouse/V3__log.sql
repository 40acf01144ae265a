-- The log as Outpost's third migration leaves it. Versions here are Outpost's own, so that a database which
-- Outpost migrated can be taken over at the version it has. ClickHouse knows no transactions: every statement
-- can be repeated.

create table if not exists `${prefix}events` (
    event_id String,
    tenant_id String,
    topic String,
    eligible_for_retry Bool,
    event_time DateTime64(3),
    metadata String,
    data String, -- the JSON as it was published
    matched_destination_ids Array(String) default [],

    index idx_tenant_id tenant_id type bloom_filter granularity 1,
    index idx_event_id event_id type bloom_filter granularity 1,
    index idx_topic topic type bloom_filter granularity 1,
    index idx_matched_destination_ids matched_destination_ids type bloom_filter granularity 1
) engine = ReplacingMergeTree
partition by toYYYYMM(event_time)
order by (event_time, event_id);

create table if not exists `${prefix}attempts` (
    event_id String,
    tenant_id String,
    destination_id String,
    topic String,
    eligible_for_retry Bool,
    event_time DateTime64(3),
    metadata String,
    data String,
    attempt_id String,
    status String,
    attempt_time DateTime64(3),
    code String,
    response_data String,
    manual Bool default false,
    attempt_number UInt32 default 0,
    destination_type String default '',

    index idx_tenant_id tenant_id type bloom_filter granularity 1,
    index idx_destination_id destination_id type bloom_filter granularity 1,
    index idx_event_id event_id type bloom_filter granularity 1,
    index idx_attempt_id attempt_id type bloom_filter granularity 1,
    index idx_topic topic type bloom_filter granularity 1,
    index idx_status status type set(100) granularity 1,
    index idx_destination_type destination_type type bloom_filter granularity 1
) engine = ReplacingMergeTree
partition by toYYYYMM(attempt_time)
order by (attempt_time, attempt_id);

-- What Outpost's migration tool reads to know that it has nothing to do: the row of the highest sequence.
create table if not exists `${prefix}schema_migrations` (
    version Int64,
    dirty UInt8,
    sequence UInt64
) engine = MergeTree
order by sequence;

insert into `${prefix}schema_migrations` (version, dirty, sequence) select 3, 0, toUnixTimestamp64Nano(now64(9));
