-- How long the destination took to answer; null for attempts made before this was measured.
alter table `${prefix}attempts` add column if not exists latency_ms Nullable(UInt32);

insert into `${prefix}schema_migrations` (version, dirty, sequence) select 4, 0, toUnixTimestamp64Nano(now64(9));
