-- How long the destination took to answer; null for attempts made before this was measured.
alter table attempts add column latency_ms integer;

update schema_migrations set version = 11;
