/**
 * The way to the gateway: one interface, two transports behind it (in the same process, or over HTTP), and the words
 * for what can go wrong on the way.
 */
@NullMarked
package dev.postern.portal.gateway;

import org.jspecify.annotations.NullMarked;
