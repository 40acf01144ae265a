package dev.postern.livelog;

import java.util.List;

/** What a process hears. */
public sealed interface Heard {

    /** From here on nothing is missed that this doesn't tell of. */
    record Listening() implements Heard {}

    /** Notices came; their order is that in which one process told them. */
    record Notices(List<LogNotice> notices) implements Heard {

        public Notices {
            notices = List.copyOf(notices);
        }
    }

    /** Something was told that didn't arrive. */
    record Gap() implements Heard {}
}
