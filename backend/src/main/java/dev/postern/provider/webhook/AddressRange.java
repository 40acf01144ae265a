package dev.postern.provider.webhook;

import java.net.InetAddress;

/** The addresses that share their first bits with a prefix. */
final class AddressRange {

    private final byte[] prefix;
    private final int bits;

    private AddressRange(byte[] prefix, int bits) {
        this.prefix = prefix;
        this.bits = bits;
    }

    /** Of a range such as {@code 10.0.0.0/8}. */
    static AddressRange of(String cidr) {
        int slash = cidr.indexOf('/');
        return new AddressRange(literal(cidr.substring(0, slash)), Integer.parseInt(cidr.substring(slash + 1)));
    }

    boolean contains(byte[] address) {
        if (address.length != prefix.length) {
            return false;
        }
        for (int bit = 0; bit < bits; bit++) {
            int mask = 0x80 >> (bit % 8);
            if (((address[bit / 8] ^ prefix[bit / 8]) & mask) != 0) {
                return false;
            }
        }
        return true;
    }

    /** Java turns an IPv4-mapped literal into the IPv4 address, which is not what a prefix means. */
    private static byte[] literal(String text) {
        byte[] bytes = InetAddress.ofLiteral(text).getAddress();
        if (bytes.length == 16 || !text.contains(":")) {
            return bytes;
        }
        byte[] mapped = new byte[16];
        mapped[10] = (byte) 0xff;
        mapped[11] = (byte) 0xff;
        System.arraycopy(bytes, 0, mapped, 12, 4);
        return mapped;
    }
}
