/** Messages that can't be worked off, for operators to look into, put back or discard. */
@NullMarked
package dev.postern.portal.deadletters;

import org.jspecify.annotations.NullMarked;
