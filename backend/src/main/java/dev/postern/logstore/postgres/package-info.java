/** The log in PostgreSQL, in Outpost's tables. */
@NullMarked
@NamedInterface("postgres")
package dev.postern.logstore.postgres;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
