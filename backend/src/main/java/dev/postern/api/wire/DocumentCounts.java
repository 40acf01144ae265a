package dev.postern.api.wire;

import graphql.language.Directive;
import graphql.language.Document;
import graphql.language.Field;
import graphql.language.Node;
import graphql.language.NodeTraverser;
import graphql.language.NodeVisitorStub;
import graphql.util.TraversalControl;
import graphql.util.TraverserContext;

/**
 * What a document's text holds of what multiplies work without making the text long.
 *
 * @param aliases how many fields are renamed
 * @param directives how many directives are applied
 */
record DocumentCounts(int aliases, int directives) {

    static DocumentCounts of(Document document) {
        var counter = new Counter();
        new NodeTraverser().depthFirst(counter, document);
        return new DocumentCounts(counter.aliases, counter.directives);
    }

    @SuppressWarnings("rawtypes") // as the visitor that it extends
    private static final class Counter extends NodeVisitorStub {

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
        public TraversalControl visitDirective(Directive node, TraverserContext<Node> context) {
            if (context.getPhase() == TraverserContext.Phase.ENTER) {
                directives++;
            }
            return TraversalControl.CONTINUE;
        }
    }
}
