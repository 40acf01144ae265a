/**
 * The settings: one record per concern, each component with its environment name, default and meaning.
 * They come from the environment first, then from YAML files.
 */
@NullMarked
package dev.postern.app.settings;

import org.jspecify.annotations.NullMarked;
