package dev.postern.json;

import java.math.BigDecimal;

/**
 * A JSON number as its text, so that {@code 1.10}, {@code 1e400} and a 70-bit integer come out as they
 * went in, and so that a hostile exponent costs nothing until somebody computes with it. Two are equal
 * when their texts are.
 */
public final class JsonNumber extends Number {

    private static final long serialVersionUID = 1;

    private final String text;

    JsonNumber(String text) {
        this.text = text;
    }

    @Override
    public int intValue() {
        return (int) doubleValue();
    }

    @Override
    public long longValue() {
        return (long) doubleValue();
    }

    @Override
    public float floatValue() {
        return Float.parseFloat(text);
    }

    @Override
    public double doubleValue() {
        return Double.parseDouble(text);
    }

    /** The exact value. Cheap however large the exponent, unlike what may be computed with it. */
    public BigDecimal decimalValue() {
        return new BigDecimal(text);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JsonNumber number && number.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
