/** What keeps the log in ClickHouse in order, beside reading and writing it. */
@NullMarked
@NamedInterface("clickhouse-upkeep")
package dev.postern.logstore.clickhouse.upkeep;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
