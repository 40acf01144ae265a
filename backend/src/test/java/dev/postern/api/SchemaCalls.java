package dev.postern.api;

import graphql.schema.GraphQLArgument;
import graphql.schema.GraphQLEnumType;
import graphql.schema.GraphQLFieldDefinition;
import graphql.schema.GraphQLInputObjectType;
import graphql.schema.GraphQLInputType;
import graphql.schema.GraphQLNamedType;
import graphql.schema.GraphQLNonNull;
import graphql.schema.GraphQLTypeUtil;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Every way to call a field, as its place in the schema has it: which arguments are given, and which of them name what. */
final class SchemaCalls {

    /** Stands in a call's text for the nth thing that is named. */
    private static final String SLOT = "\u0001";

    private static final int MOST_NAMED = 2;

    /** With one thing named, so many of them are tried as the second. */
    private static final int MOST_PAIRED = 5;

    /**
     * The field's calls, each with every choice of so many identifiers for its arguments of type {@code ID}; arguments of
     * other types are given one at a time.
     */
    static List<Call> of(GraphQLFieldDefinition field, int identifiers) {
        List<Leaf> leaves = new ArrayList<>();
        for (GraphQLArgument argument : field.getArguments()) {
            leaves(argument.getName(), argument.getType(), true, List.of(), leaves);
        }
        List<Leaf> named = leaves.stream().filter(Leaf::identifies).toList();
        List<Leaf> required = leaves.stream()
                .filter(leaf -> !leaf.identifies() && leaf.required())
                .toList();
        List<Call> calls = new ArrayList<>();
        for (List<Integer> choice : choices(named, identifiers)) {
            calls.add(call(field, named, choice, required));
        }
        List<List<Integer>> plain = choices(named, 1);
        leaves.stream()
                .filter(leaf -> !leaf.identifies() && !leaf.required())
                .forEach(optional -> plain.forEach(choice -> calls.add(call(
                        field,
                        named,
                        choice,
                        Stream.concat(required.stream(), Stream.of(optional)).toList()))));
        return calls;
    }

    /** Whether any of its arguments names something. */
    static boolean identifies(GraphQLFieldDefinition field) {
        List<Leaf> leaves = new ArrayList<>();
        field.getArguments()
                .forEach(argument -> leaves(argument.getName(), argument.getType(), true, List.of(), leaves));
        return leaves.stream().anyMatch(Leaf::identifies);
    }

    private static void leaves(
            String name, GraphQLInputType type, boolean required, List<Step> parents, List<Leaf> found) {
        boolean needed = required && type instanceof GraphQLNonNull;
        boolean list = GraphQLTypeUtil.isList(GraphQLTypeUtil.unwrapNonNull(type));
        GraphQLNamedType inner = GraphQLTypeUtil.unwrapAll(type);
        List<Step> path = Stream.concat(parents.stream(), Stream.of(new Step(name, list, needed)))
                .toList();
        if (inner instanceof GraphQLInputObjectType object) {
            object.getFields().forEach(field -> leaves(field.getName(), field.getType(), needed, path, found));
            if (needed) {
                found.add(new Leaf(path, "", true, false));
            }
        } else {
            boolean identifies = inner.getName().equals("ID");
            found.add(new Leaf(path, identifies ? SLOT : literal(name, inner), needed, identifies));
        }
    }

    /** A value of the type that the field takes. */
    private static String literal(String name, GraphQLNamedType type) {
        if (type instanceof GraphQLEnumType options) {
            return options.getValues().getFirst().getName();
        }
        return switch (type.getName()) {
            case "Int" -> "1";
            case "Boolean" -> "true";
            case "DateTime" ->
                name.equals("end") || name.startsWith("lt") ? "\"2027-01-01T00:00:00Z\"" : "\"2026-01-01T00:00:00Z\"";
            case "Duration" -> "\"P7D\"";
            case "JSON" -> "{a: 1}";
            case "StringMap" -> "{url: \"http://example.com\"}";
            default ->
                name.startsWith("type") || name.startsWith("destinationType") ? "\"webhook\"" : "\"user.created\"";
        };
    }

    /** For each place, which one is named there; -1 for none. Of places that may be left out, two at most are not. */
    private static List<List<Integer>> choices(List<Leaf> places, int identifiers) {
        List<List<Integer>> choices = new ArrayList<>(List.of(List.of()));
        for (Leaf place : places) {
            List<List<Integer>> longer = new ArrayList<>();
            for (List<Integer> begun : choices) {
                for (int one = place.required() ? 0 : -1; one < most(begun, place, identifiers); one++) {
                    longer.add(Stream.concat(begun.stream(), Stream.of(one)).toList());
                }
            }
            choices = longer;
        }
        return choices;
    }

    private static int most(List<Integer> begun, Leaf place, int identifiers) {
        long named = begun.stream().filter(one -> one >= 0).count();
        if (named >= MOST_NAMED && !place.required()) {
            return 0;
        }
        return named > 0 ? Math.min(identifiers, MOST_PAIRED) : identifiers;
    }

    private static Call call(GraphQLFieldDefinition field, List<Leaf> named, List<Integer> choice, List<Leaf> others) {
        Map<String, Object> tree = new LinkedHashMap<>();
        for (int i = 0; i < named.size(); i++) {
            if (choice.get(i) >= 0) {
                put(tree, named.get(i).path(), "\"" + SLOT + choice.get(i) + SLOT + "\"");
            }
        }
        others.forEach(leaf -> put(tree, leaf.path(), leaf.literal()));
        String arguments = members(tree);
        return new Call(arguments.isEmpty() ? field.getName() : field.getName() + "(" + arguments + ")");
    }

    @SuppressWarnings("unchecked")
    private static void put(Map<String, Object> tree, List<Step> path, String literal) {
        Map<String, Object> within = tree;
        for (Step step : path.subList(0, path.size() - 1)) {
            within = (Map<String, Object>) within.computeIfAbsent(step.key(), name -> new LinkedHashMap<>());
        }
        if (literal.isEmpty()) {
            within.putIfAbsent(path.getLast().key(), new LinkedHashMap<>());
        } else {
            within.put(path.getLast().key(), literal);
        }
    }

    private static String members(Map<String, Object> tree) {
        return tree.entrySet().stream()
                .map(member -> {
                    boolean list = member.getKey().startsWith("[");
                    String value = member.getValue() instanceof Map<?, ?> inner
                            ? "{"
                                    + members(inner.entrySet().stream()
                                            .collect(Collectors.toMap(
                                                    one -> (String) one.getKey(),
                                                    one -> (Object) one.getValue(),
                                                    (one, other) -> one,
                                                    LinkedHashMap::new)))
                                    + "}"
                            : member.getValue().toString();
                    return list ? member.getKey().substring(1) + ": [" + value + "]" : member.getKey() + ": " + value;
                })
                .collect(Collectors.joining(", "));
    }

    /** A call whose identifiers are open. */
    record Call(String template) {

        /** The call, with these identifiers. */
        String with(List<String> identifiers) {
            String text = template;
            for (int i = 0; i < identifiers.size(); i++) {
                text = text.replace(SLOT + i + SLOT, identifiers.get(i));
            }
            return text;
        }
    }

    /** A member on the way to a leaf; of a list, its one element. */
    private record Step(String name, boolean list, boolean required) {
        String key() {
            return list ? "[" + name : name;
        }
    }

    private record Leaf(List<Step> path, String literal, boolean required, boolean identifies) {}

    private SchemaCalls() {}
}
