package dev.postern.api.wire;

import graphql.language.Definition;
import graphql.language.Directive;
import graphql.language.Document;
import graphql.language.Field;
import graphql.language.FragmentDefinition;
import graphql.language.FragmentSpread;
import graphql.language.Node;
import graphql.language.NodeTraverser;
import graphql.language.NodeVisitorStub;
import graphql.util.TraversalControl;
import graphql.util.TraverserContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a document holds of what multiplies work without making the text long. Told before validation, whose work it
 * multiplies as well, and in a time that grows with the text's length alone.
 *
 * @param aliases how many fields are renamed, those of a fragment as often as it is spread
 * @param directives how many directives are applied, counted alike
 * @param nested how many fragments lie within one another at most; more than {@link #MOST_NESTED} are not told apart
 * @param circular whether a fragment spreads itself, by way of others or not
 */
record DocumentCounts(long aliases, long directives, int nested, boolean circular) {

    /** Validation and measuring follow fragments by recursion. */
    static final int MOST_NESTED = 64;

    private static final long MANY = 1_000_000_000;

    static DocumentCounts of(Document document) {
        List<Part> parts = new ArrayList<>();
        Map<String, Part> fragments = new HashMap<>();
        for (Definition<?> definition : document.getDefinitions()) {
            Part part = Part.of(definition);
            parts.add(part);
            if (definition instanceof FragmentDefinition fragment) {
                fragments.put(fragment.getName(), part);
            }
        }
        return new Walk(fragments).over(parts);
    }

    /** An operation, or a fragment, by itself. */
    private record Part(long aliases, long directives, List<String> spreads) {

        static Part of(Node<?> definition) {
            var counter = new Counter();
            new NodeTraverser().depthFirst(counter, definition);
            return new Part(counter.aliases, counter.directives, counter.spreads);
        }
    }

    private static final class Walk {

        private final Map<String, Part> fragments;
        private final Map<String, DocumentCounts> known = new HashMap<>();
        private final Set<String> open = new HashSet<>();
        private boolean circular;
        private boolean tooDeep;

        private Walk(Map<String, Part> fragments) {
            this.fragments = fragments;
        }

        private DocumentCounts over(List<Part> parts) {
            List<DocumentCounts> all = parts.stream().map(this::of).toList();
            return new DocumentCounts(
                    most(all, DocumentCounts::aliases),
                    most(all, DocumentCounts::directives),
                    tooDeep ? MOST_NESTED + 1 : (int) most(all, DocumentCounts::nested),
                    circular);
        }

        private DocumentCounts of(Part part) {
            long aliases = part.aliases();
            long directives = part.directives();
            int nested = 0;
            for (String spread : part.spreads()) {
                DocumentCounts fragment = of(spread);
                if (fragment != null) {
                    aliases = Math.min(MANY, aliases + fragment.aliases());
                    directives = Math.min(MANY, directives + fragment.directives());
                    nested = Math.max(nested, fragment.nested() + 1);
                }
            }
            return new DocumentCounts(aliases, directives, nested, false);
        }

        /** Null where there is no such fragment, and where it need not be followed any more. */
        private @Nullable DocumentCounts of(String name) {
            Part part = fragments.get(name);
            DocumentCounts counts = known.get(name);
            if (counts != null || part == null || circular || tooDeep) {
                return counts;
            }
            circular = !open.add(name);
            tooDeep = open.size() > MOST_NESTED;
            if (circular || tooDeep) {
                return null;
            }
            counts = of(part);
            open.remove(name);
            known.put(name, counts);
            return counts;
        }

        private static long most(List<DocumentCounts> all, ToLongFunction<DocumentCounts> of) {
            return all.stream().mapToLong(of).max().orElse(0);
        }
    }

    @SuppressWarnings("rawtypes") // as the visitor that it extends
    private static final class Counter extends NodeVisitorStub {

        private final List<String> spreads = new ArrayList<>();
        private int aliases;
        private int directives;

        @Override
        public TraversalControl visitField(Field node, TraverserContext<Node> context) {
            if (context.getPhase() == TraverserContext.Phase.ENTER && node.getAlias() != null) {
                aliases++;
            }
            return TraversalControl.CONTINUE;
        }

        @Override
        public TraversalControl visitFragmentSpread(FragmentSpread node, TraverserContext<Node> context) {
            if (context.getPhase() == TraverserContext.Phase.ENTER) {
                spreads.add(node.getName());
            }
            return TraversalControl.CONTINUE;
        }

        @Override
        public TraversalControl visitDirective(Directive node, TraverserContext<Node> context) {
            if (context.getPhase() == TraverserContext.Phase.ENTER) {
                directives++;
            }
            return TraversalControl.CONTINUE;
        }
    }
}
