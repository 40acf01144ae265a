/** Operator events as signed HTTP requests. */
@NullMarked
@NamedInterface("http")
package dev.postern.alert.http;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
