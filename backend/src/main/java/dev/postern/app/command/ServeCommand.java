package dev.postern.app.command;

import dev.postern.app.Installation;
import dev.postern.app.PosternApplication;
import dev.postern.app.start.Greeting;
import java.io.PrintStream;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;

/** Starts what this process's roles need. */
final class ServeCommand {

    private final PrintStream out;

    ServeCommand(PrintStream out) {
        this.out = out;
    }

    int run() {
        try (var installation = new Installation()) {
            var application = new SpringApplication(PosternApplication.class);
            application.setWebApplicationType(WebApplicationType.REACTIVE);
            application.setBannerMode(Banner.Mode.OFF);
            application.setLogStartupInfo(false);
            application.setAddCommandLineProperties(false);
            application.addInitializers(installation);
            ConfigurableApplicationContext context = application.run();
            installation.handOver();
            int port = context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
            out.println(
                    Greeting.of(installation.settings(), installation.stores().secrets(), port));
            return 0;
        }
    }
}
