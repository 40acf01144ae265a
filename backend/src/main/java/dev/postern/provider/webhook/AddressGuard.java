package dev.postern.provider.webhook;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Tells public addresses from all others, so that a tenant can't make the gateway knock at the doors
 * behind its own firewall. After IANA's special-purpose registries; in IPv6 only global unicast counts.
 */
final class AddressGuard {

    private static final List<AddressRange> REFUSED_V4 = Stream.of(
                    "0.0.0.0/8", // this network
                    "10.0.0.0/8", // private
                    "100.64.0.0/10", // shared by carriers; some clouds' metadata
                    "127.0.0.0/8", // loopback
                    "168.63.129.16/32", // Azure's metadata, though it looks public
                    "169.254.0.0/16", // link-local; most clouds' metadata
                    "172.16.0.0/12", // private
                    "192.0.0.0/24", // protocol assignments
                    "192.0.2.0/24", // documentation
                    "192.88.99.0/24", // 6to4 relays
                    "192.168.0.0/16", // private
                    "198.18.0.0/15", // benchmarks
                    "198.51.100.0/24", // documentation
                    "203.0.113.0/24", // documentation
                    "224.0.0.0/4", // multicast
                    "240.0.0.0/4") // reserved, and broadcast
            .map(AddressRange::of)
            .toList();

    private static final List<AddressRange> REFUSED_V6 = Stream.of(
                    "2001::/23", // protocol assignments: Teredo, benchmarks, overlays
                    "2001:db8::/32", // documentation
                    "3fff::/20") // documentation
            .map(AddressRange::of)
            .toList();

    private static final AddressRange GLOBAL_UNICAST = AddressRange.of("2000::/3");
    private static final AddressRange V4_MAPPED = AddressRange.of("::ffff:0:0/96");
    private static final AddressRange NAT64 = AddressRange.of("64:ff9b::/96");
    private static final AddressRange SIX_TO_FOUR = AddressRange.of("2002::/16");

    static boolean isPublic(InetAddress address) {
        byte[] bytes = address.getAddress();
        return bytes.length == 4 ? isPublicV4(bytes) : isPublicV6(bytes);
    }

    private static boolean isPublicV4(byte[] bytes) {
        return REFUSED_V4.stream().noneMatch(range -> range.contains(bytes));
    }

    private static boolean isPublicV6(byte[] bytes) {
        if (V4_MAPPED.contains(bytes) || NAT64.contains(bytes)) {
            return isPublicV4(Arrays.copyOfRange(bytes, 12, 16));
        }
        if (SIX_TO_FOUR.contains(bytes)) {
            return isPublicV4(Arrays.copyOfRange(bytes, 2, 6));
        }
        return GLOBAL_UNICAST.contains(bytes) && REFUSED_V6.stream().noneMatch(range -> range.contains(bytes));
    }

    private AddressGuard() {}
}
