package dev.postern.portal.session;

import org.springframework.core.MethodParameter;
import org.springframework.web.reactive.BindingContext;
import org.springframework.web.reactive.result.method.HandlerMethodArgumentResolver;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Gives the visitor to every controller method that names one; a method that does is for signed-in visitors alone. */
public final class SignedInArgument implements HandlerMethodArgumentResolver {

    private final Sessions sessions;

    public SignedInArgument(Sessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType() == SignedIn.class;
    }

    @Override
    public Mono<Object> resolveArgument(
            MethodParameter parameter, BindingContext bindingContext, ServerWebExchange exchange) {
        return sessions.require(exchange).cast(Object.class);
    }
}
