package dev.postern.app;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The gateway's main class. */
@SpringBootApplication
public class PosternApplication {

    public static void main(String[] args) {
        SpringApplication.run(PosternApplication.class, args);
    }
}
