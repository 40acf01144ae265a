/** What the workflows' tests share: samples, a clock to set, and ports that fail on demand. */
@NullMarked
package dev.postern.fakes;

import org.jspecify.annotations.NullMarked;
