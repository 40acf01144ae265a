/** Whether this process can do its work, for load balancers and people. */
@NullMarked
package dev.postern.app.health;

import org.jspecify.annotations.NullMarked;
