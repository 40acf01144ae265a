package dev.postern.app.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/**
 * The directory of the embedded stores, locked against other processes for as long as it is open. The
 * operating system frees the lock when the process dies, however it dies.
 */
public final class DataDirectory implements AutoCloseable {

    private final Path path;
    private final FileChannel channel;

    private DataDirectory(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /**
     * Makes the directory where it is absent, and locks it.
     *
     * @throws StoreException where it cannot be written, or another process has it
     */
    public static DataDirectory open(Path given) {
        Path path = given.toAbsolutePath().normalize();
        try {
            createPrivate(path);
            path = path.toRealPath();
            FileChannel channel =
                    FileChannel.open(path.resolve("postern.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (lock(channel) == null) {
                channel.close();
                throw new StoreException(
                        "%s: in use by another Postern process (stop it, or set POSTERN_DATA_DIR to another directory)"
                                .formatted(path));
            }
            return new DataDirectory(path, channel);
        } catch (IOException e) {
            throw new StoreException("%s: cannot be used as data directory: %s".formatted(path, e), e);
        }
    }

    /** A directory of this name inside, made where it is absent. */
    Path directory(String name) {
        Path directory = path.resolve(name);
        try {
            createPrivate(directory);
            return directory;
        } catch (IOException e) {
            throw new StoreException("%s: cannot be made: %s".formatted(directory, e), e);
        }
    }

    /** The file of this name inside. */
    Path file(String name) {
        return path.resolve(name);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new StoreException("%s: cannot be unlocked: %s".formatted(path, e), e);
        }
    }

    /** Null where somebody else holds the lock. */
    private static @Nullable FileLock lock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException heldInThisProcess) {
            return null;
        }
    }

    private static void createPrivate(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            return;
        }
        if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createDirectories(
                    directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } else {
            Files.createDirectories(directory);
        }
    }
}
