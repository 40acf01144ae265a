package dev.postern.app;

import dev.postern.app.command.CommandLine;
import java.util.List;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.security.autoconfigure.ReactiveUserDetailsServiceAutoConfiguration;

/** The gateway's main class. */
@SpringBootApplication(
        proxyBeanMethods = false,
        exclude = {ReactiveUserDetailsServiceAutoConfiguration.class})
public class PosternApplication {

    /** Runs a command; a served gateway keeps the process alive. */
    public static void main(String[] args) {
        int status = new CommandLine(System.out, System.err).run(List.of(args));
        boolean serving = status == 0 && (args.length == 0 || args[0].equals("serve"));
        if (!serving) {
            System.exit(status);
        }
    }
}
