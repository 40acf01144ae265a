package dev.postern.schema;

import static org.assertj.core.api.Assertions.assertThat;

import graphql.language.AbstractDescribedNode;
import graphql.language.Description;
import graphql.language.EnumTypeDefinition;
import graphql.language.FieldDefinition;
import graphql.language.InputObjectTypeDefinition;
import graphql.language.InterfaceTypeDefinition;
import graphql.language.ObjectTypeDefinition;
import graphql.language.ScalarTypeDefinition;
import graphql.language.TypeDefinition;
import graphql.schema.idl.TypeDefinitionRegistry;
import graphql.schema.idl.UnExecutableSchemaGenerator;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a reader of the schema finds there is said, wherever they look. */
class SchemaLintTest {

    private final TypeDefinitionRegistry registry = SchemaFiles.present();

    /** Somebody adds a field in a hurry. */
    @Test
    void everyTypeFieldAndValue_isDescribed() {
        List<String> undescribed = new ArrayList<>();
        registry.types().values().forEach(type -> inspect(type, undescribed));
        registry.scalars().values().stream()
                .filter(scalar -> isOurs(scalar))
                .forEach(scalar -> check(scalar.getName(), scalar, undescribed));
        registry.objectTypeExtensions()
                .forEach((name, extensions) ->
                        extensions.forEach(extension -> fields(name, extension.getFieldDefinitions(), undescribed)));

        assertThat(undescribed).isEmpty();
    }

    @Test
    void files_makeOneSchema() {
        assertThat(UnExecutableSchemaGenerator.makeUnExecutableSchema(registry)
                        .getQueryType()
                        .getFieldDefinitions())
                .isNotEmpty();
    }

    /** A mutation that can fail for its input says so in one way. */
    @Test
    void everyPayload_hasUserErrors() {
        assertThat(registry.types().values().stream()
                        .filter(type -> type.getName().endsWith("Payload"))
                        .map(ObjectTypeDefinition.class::cast))
                .isNotEmpty()
                .allSatisfy(payload -> assertThat(payload.getFieldDefinitions())
                        .extracting(FieldDefinition::getName)
                        .contains("userErrors"));
    }

    private static boolean isOurs(ScalarTypeDefinition scalar) {
        return scalar.getSourceLocation() != null;
    }

    private static void inspect(TypeDefinition<?> type, List<String> undescribed) {
        switch (type) {
            case ObjectTypeDefinition object -> {
                check(object.getName(), object, undescribed);
                fields(object.getName(), object.getFieldDefinitions(), undescribed);
            }
            case InterfaceTypeDefinition shared -> {
                check(shared.getName(), shared, undescribed);
                fields(shared.getName(), shared.getFieldDefinitions(), undescribed);
            }
            case InputObjectTypeDefinition input -> {
                check(input.getName(), input, undescribed);
                input.getInputValueDefinitions()
                        .forEach(field -> check(input.getName() + "." + field.getName(), field, undescribed));
            }
            case EnumTypeDefinition values -> {
                check(values.getName(), values, undescribed);
                values.getEnumValueDefinitions()
                        .forEach(value -> check(values.getName() + "." + value.getName(), value, undescribed));
            }
            default -> undescribed.add(type.getName() + " is of a kind that this test does not know");
        }
    }

    private static void fields(String type, List<FieldDefinition> fields, List<String> undescribed) {
        fields.forEach(field -> check(type + "." + field.getName(), field, undescribed));
    }

    private static void check(String name, AbstractDescribedNode<?> node, List<String> undescribed) {
        Description description = node.getDescription();
        if (description == null || description.getContent().isBlank()) {
            undescribed.add(name);
        }
    }
}
