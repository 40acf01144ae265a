package dev.postern.clickhouse;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Path;

/**
 * The whole {@code clickhouse local} program, called as a function of its library. In a process of its own,
 * since the engine takes the signal handlers for itself and may abort the process when it ends.
 */
final class EngineMain {

    /**
     * Runs it to its end.
     *
     * @param args the library's path, then the program's arguments
     */
    // The child is started with native access enabled.
    @SuppressWarnings("restricted")
    public static void main(String[] args) throws Throwable {
        Linker linker = Linker.nativeLinker();
        Arena arena = Arena.global();
        SymbolLookup library = SymbolLookup.libraryLookup(Path.of(args[0]), arena);
        linker.downcallHandle(
                        library.findOrThrow("chdb_set_signal_handlers_enabled"), FunctionDescriptor.ofVoid(JAVA_INT))
                .invokeExact(0);
        MemorySegment arguments = arena.allocate(ADDRESS, args.length + 1L);
        arguments.setAtIndex(ADDRESS, 0, arena.allocateFrom("clickhouse"));
        for (int i = 1; i < args.length; i++) {
            arguments.setAtIndex(ADDRESS, i, arena.allocateFrom(args[i]));
        }
        MemorySegment result = (MemorySegment) linker.downcallHandle(
                        library.findOrThrow("chdb_query_cmdline"), FunctionDescriptor.of(ADDRESS, JAVA_INT, ADDRESS))
                .invokeExact(args.length, arguments);
        // Neither hooks nor the library's own endings: they may hang.
        Runtime.getRuntime().halt(result.equals(MemorySegment.NULL) ? 1 : 0);
    }

    private EngineMain() {}
}
