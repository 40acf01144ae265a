package dev.postern.api.cost;

import dev.postern.quota.Quota;

/**
 * Whose budget a request is charged to.
 *
 * @param name under which it is kept
 */
record Account(String name, Quota quota) {}
