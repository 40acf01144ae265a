/** The operator's list of tenants, and what an operator does with one. */
@NullMarked
package dev.postern.portal.tenants;

import org.jspecify.annotations.NullMarked;
