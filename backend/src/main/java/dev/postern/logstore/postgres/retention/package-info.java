/** The past of the log in PostgreSQL: partitions made ahead of time, old ones dropped, the default one trimmed. */
@NullMarked
@NamedInterface("postgres-retention")
package dev.postern.logstore.postgres.retention;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
