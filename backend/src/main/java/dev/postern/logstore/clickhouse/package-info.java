/** The log in ClickHouse, in Outpost's tables. RATIONALE.md beside this file says why it reads as it does. */
@NullMarked
@NamedInterface("clickhouse")
package dev.postern.logstore.clickhouse;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
