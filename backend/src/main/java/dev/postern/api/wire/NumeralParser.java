package dev.postern.api.wire;

import dev.postern.api.scalar.Literals;
import graphql.language.FloatValue;
import graphql.language.IntValue;
import graphql.language.Node;
import graphql.language.Value;
import graphql.org.antlr.v4.runtime.CommonTokenStream;
import graphql.org.antlr.v4.runtime.ParserRuleContext;
import graphql.parser.GraphqlAntlrToLanguage;
import graphql.parser.InvalidSyntaxException;
import graphql.parser.MultiSourceReader;
import graphql.parser.Parser;
import graphql.parser.ParserEnvironment;
import graphql.parser.ParserOptions;
import graphql.parser.antlr.GraphqlParser.ValueContext;
import graphql.parser.antlr.GraphqlParser.ValueWithVariableContext;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * graphql-java's parser, save that a number written in the query keeps its exact text: {@code 1e400}
 * is not {@code 1E+400}. A number of absurd length is refused before it is computed with.
 */
final class NumeralParser extends Parser {

    private static final int MAX_NUMERAL_LENGTH = 1_000;

    @Override
    protected GraphqlAntlrToLanguage getAntlrToLanguage(
            CommonTokenStream tokens, MultiSourceReader reader, ParserEnvironment environment) {
        return new ToLanguage(tokens, reader, environment);
    }

    private static final class ToLanguage extends GraphqlAntlrToLanguage {

        ToLanguage(CommonTokenStream tokens, MultiSourceReader reader, ParserEnvironment environment) {
            this(tokens, reader, environment, new HashMap<>());
        }

        private ToLanguage(
                CommonTokenStream tokens,
                MultiSourceReader reader,
                ParserEnvironment environment,
                Map<Node<?>, ParserRuleContext> contexts) {
            super(tokens, reader, options(environment), environment.getI18N(), contexts);
        }

        private static ParserOptions options(ParserEnvironment environment) {
            ParserOptions options = environment.getParserOptions();
            return options == null ? ParserOptions.getDefaultOperationParserOptions() : options;
        }

        @Override
        protected Value<?> createValue(ValueWithVariableContext context) {
            boolean numeral = context.IntValue() != null || context.FloatValue() != null;
            return numeral ? numeral(context.getText(), () -> super.createValue(context)) : super.createValue(context);
        }

        @Override
        protected Value<?> createValue(ValueContext context) {
            boolean numeral = context.IntValue() != null || context.FloatValue() != null;
            return numeral ? numeral(context.getText(), () -> super.createValue(context)) : super.createValue(context);
        }

        private static Value<?> numeral(String text, Supplier<Value<?>> parse) {
            if (text.length() > MAX_NUMERAL_LENGTH) {
                throw new NumeralTooLong(text.length());
            }
            return keep(text, parse.get());
        }

        private static Value<?> keep(String text, Value<?> value) {
            return switch (value) {
                case IntValue number
                when !number.getValue().toString().equals(text) ->
                    number.transform(builder -> builder.additionalData(Literals.NUMBER_TEXT, text));
                case FloatValue number
                when !number.getValue().toString().equals(text) ->
                    number.transform(builder -> builder.additionalData(Literals.NUMBER_TEXT, text));
                default -> value;
            };
        }
    }

    private static final class NumeralTooLong extends InvalidSyntaxException {

        private static final long serialVersionUID = 1;

        NumeralTooLong(int length) {
            super(
                    "Invalid syntax: a number of %d characters (expected: at most %d; send longer ones as variables)"
                            .formatted(length, MAX_NUMERAL_LENGTH),
                    null,
                    null,
                    null,
                    null);
        }
    }
}
