package dev.postern.portal.tenants;

import dev.postern.portal.page.Moment;
import dev.postern.portal.page.ShortId;

/** A tenant as the list shows it. */
record TenantRow(ShortId id, String href, String deliveriesHref, int destinationCount, String topics, Moment created) {}
