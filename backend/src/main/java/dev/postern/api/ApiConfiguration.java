package dev.postern.api;

import static org.dataloader.instrumentation.DataLoaderInstrumentationHelper.NOOP_INSTRUMENTATION;

import dev.postern.api.cost.CostBudgets;
import dev.postern.api.cost.PaidExecution;
import dev.postern.api.cost.RequestCost;
import dev.postern.api.deadletter.DeadLetterApi;
import dev.postern.api.delivery.DeliveryApi;
import dev.postern.api.destination.DestinationApi;
import dev.postern.api.error.ErrorTable;
import dev.postern.api.error.Outages;
import dev.postern.api.event.EventApi;
import dev.postern.api.input.DestinationInput;
import dev.postern.api.input.EventInput;
import dev.postern.api.input.TopicRules;
import dev.postern.api.live.LogWatch;
import dev.postern.api.live.Subscriptions;
import dev.postern.api.metrics.MetricsApi;
import dev.postern.api.node.NodeApi;
import dev.postern.api.query.Loaders;
import dev.postern.api.replay.ReplayApi;
import dev.postern.api.scalar.Scalars;
import dev.postern.api.settings.ApiSettings;
import dev.postern.api.settings.SocketSettings;
import dev.postern.api.settings.SubscriptionSettings;
import dev.postern.api.settings.TrustedSettings.Only;
import dev.postern.api.tenant.TenantApi;
import dev.postern.api.trusted.DocumentGate;
import dev.postern.api.trusted.TrustedDocuments;
import dev.postern.api.viewer.ViewerApi;
import dev.postern.api.viewer.ViewerContext;
import dev.postern.api.watch.RequestListener;
import dev.postern.api.wire.AnswerRelease;
import dev.postern.api.wire.Documents;
import dev.postern.api.wire.ExplorerPage;
import dev.postern.api.wire.GraphQlEndpoint;
import dev.postern.api.wire.OpenStreams;
import dev.postern.api.wire.QueryLimits;
import dev.postern.api.wire.RequestWatch;
import dev.postern.api.wire.SchemaPage;
import dev.postern.api.wire.SocketEndpoint;
import dev.postern.api.wire.SubscriptionErrors;
import dev.postern.api.wire.SubscriptionItems;
import dev.postern.api.wire.ViewerGate;
import dev.postern.livelog.LiveFeed;
import dev.postern.logstore.DeliveryReader;
import dev.postern.logstore.EventReader;
import dev.postern.logstore.PayloadBudget;
import dev.postern.logstore.PayloadRoom;
import dev.postern.model.IdGenerator;
import dev.postern.provider.ProviderRegistry;
import dev.postern.quota.QuotaStore;
import dev.postern.retry.RetryScheduler;
import dev.postern.security.Credentials;
import dev.postern.security.SocketUpgrades;
import dev.postern.tenantstore.TenantStore;
import graphql.execution.AsyncExecutionStrategy;
import graphql.execution.AsyncSerialExecutionStrategy;
import graphql.execution.SubscriptionExecutionStrategy;
import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ContextSnapshotFactory;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import org.dataloader.instrumentation.DataLoaderInstrumentation;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.graphql.autoconfigure.GraphQlSourceBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.graphql.ExecutionGraphQlService;
import org.springframework.graphql.execution.BatchLoaderRegistry;
import org.springframework.graphql.execution.DataFetcherExceptionResolver;
import org.springframework.graphql.execution.GraphQlSource;
import org.springframework.graphql.server.WebGraphQlHandler;
import org.springframework.graphql.server.WebGraphQlInterceptor;
import org.springframework.web.filter.reactive.ServerWebExchangeContextFilter;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.reactive.function.server.RequestPredicates;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.reactive.handler.SimpleUrlHandlerMapping;

/**
 * The GraphQL API at {@code /graphql}, its SDL at {@code /graphql/schema} and a page to try it at {@code
 * /graphiql}. Needs beans of {@link ApiSettings}, {@link SubscriptionSettings}, {@link SocketSettings}, {@link LiveFeed}, the ports and workflows, {@link ProviderRegistry}, {@link
 * IdGenerator}, {@link Clock}, those of {@link dev.postern.security.SecurityConfiguration}, and may have
 * one of {@link Outages}.
 */
@Configuration(proxyBeanMethods = false)
@Import({
    ViewerApi.class,
    TenantApi.class,
    DestinationApi.class,
    EventApi.class,
    DeliveryApi.class,
    DeadLetterApi.class,
    MetricsApi.class,
    ReplayApi.class,
    NodeApi.class
})
public class ApiConfiguration {

    /** Spring's routes have -1. */
    private static final int BEFORE_ROUTES = -2;

    @Bean
    Scalars scalars() {
        return new Scalars();
    }

    @Bean
    ErrorTable errorTable(ObjectProvider<Outages> outages) {
        return new ErrorTable(outages.getIfAvailable(() -> error -> Optional.empty()));
    }

    @Bean
    SubscriptionErrors subscriptionErrors(ErrorTable errors) {
        return new SubscriptionErrors(errors);
    }

    @Bean
    Loaders loaders(
            BatchLoaderRegistry registry,
            TenantStore tenants,
            EventReader events,
            DeliveryReader deliveries,
            RetryScheduler retries,
            ObjectProvider<DataLoaderInstrumentation> instrumentation) {
        return new Loaders(
                registry,
                tenants,
                events,
                deliveries,
                retries,
                instrumentation.getIfAvailable(() -> NOOP_INSTRUMENTATION));
    }

    @Bean
    DestinationInput destinationInput(ProviderRegistry providers, ApiSettings settings) {
        return new DestinationInput(providers, new TopicRules(settings.topics(), settings.topicWildcards()));
    }

    @Bean
    EventInput eventInput(IdGenerator ids, Clock clock, ApiSettings settings) {
        return new EventInput(ids, clock, settings.maxEventBytes());
    }

    @Bean
    CostBudgets costBudgets(QuotaStore quotas, ApiSettings settings) {
        return new CostBudgets(quotas, settings.quotas());
    }

    @Bean
    RequestWatch requestWatch(
            ApiSettings settings, CostBudgets budgets, ErrorTable errors, ObjectProvider<RequestListener> listeners) {
        int maxCost = settings.query().maxCost();
        return new RequestWatch(
                settings.deadline(),
                () -> new RequestCost(budgets, maxCost),
                errors,
                listeners.orderedStream().toList());
    }

    /** By which the gate knows where a request came in, even one that the portal makes for its visitor. */
    @Bean
    ServerWebExchangeContextFilter exchangeContext() {
        return new ServerWebExchangeContextFilter();
    }

    @Bean
    ViewerGate viewerGate(Credentials credentials, ApiSettings settings) {
        return new ViewerGate(credentials, new ViewerContext(settings.query().introspectionForAll()));
    }

    @Bean
    PayloadRoom payloadRoom(ApiSettings settings) {
        return new PayloadRoom(settings.maxOpenAnswerCharacters(), settings.maxAnswerCharacters());
    }

    @Bean
    QueryLimits queryLimits(ApiSettings settings, CostBudgets budgets, PayloadRoom room) {
        return new QueryLimits(settings.query(), budgets, settings.maxAnswerCharacters(), room);
    }

    @Bean
    SubscriptionItems subscriptionItems(ApiSettings settings, PayloadRoom room) {
        return new SubscriptionItems(settings.maxAnswerCharacters(), room);
    }

    @Bean
    Subscriptions subscriptions(SubscriptionSettings settings) {
        return new Subscriptions(settings);
    }

    /** A batch is to be small, for it waits until its reader has taken it; what is alone may be as large as an answer. */
    @Bean
    LogWatch logWatch(
            LiveFeed feed,
            EventReader events,
            DeliveryReader deliveries,
            ApiSettings settings,
            SubscriptionSettings subscriptions,
            PayloadRoom room) {
        int most = settings.maxAnswerCharacters();
        return new LogWatch(
                feed,
                events,
                deliveries,
                alone -> new PayloadBudget(alone ? most : most / PayloadRoom.SMALL, room),
                subscriptions.batch());
    }

    @Bean
    AnswerRelease answerRelease() {
        return new AnswerRelease();
    }

    @Bean
    TrustedDocuments trustedDocuments(ApiSettings settings) {
        return TrustedDocuments.read(settings.trusted().manifests());
    }

    @Bean
    Documents documents(ObjectProvider<GraphQlSource> source, TrustedDocuments trusted, ApiSettings settings) {
        var gate = new DocumentGate(trusted, settings.trusted().only());
        return new Documents(() -> source.getObject().schema(), gate, settings.query(), settings.maxRequestBytes());
    }

    /** A document that can't run is told at the start, and not to whoever first asks for it. */
    @Bean
    SmartInitializingSingleton trustedDocumentsCheck(TrustedDocuments trusted, Documents documents) {
        return () -> trusted.check(documents::errors);
    }

    @Bean
    GraphQlSourceBuilderCustomizer preparsedDocuments(Documents documents) {
        return builder -> builder.configureGraphQl(graphQl -> graphQl.preparsedDocumentProvider(documents));
    }

    /** As the stock ones, and paid for. */
    @Bean
    GraphQlSourceBuilderCustomizer paidExecutions(ObjectProvider<DataFetcherExceptionResolver> resolvers) {
        return builder -> builder.configureGraphQl(graphQl -> {
            var handler = DataFetcherExceptionResolver.createExceptionHandler(
                    resolvers.orderedStream().toList());
            graphQl.queryExecutionStrategy(new PaidExecution(new AsyncExecutionStrategy(handler)))
                    .mutationExecutionStrategy(new PaidExecution(new AsyncSerialExecutionStrategy(handler)))
                    .subscriptionExecutionStrategy(new PaidExecution(new SubscriptionExecutionStrategy(handler)));
        });
    }

    /** Spring's own, but that no thread-local values are set and reset around each field: there are none to be seen. */
    @Bean
    WebGraphQlHandler webGraphQlHandler(
            ExecutionGraphQlService service, ObjectProvider<WebGraphQlInterceptor> interceptors) {
        return WebGraphQlHandler.builder(service)
                .interceptors(interceptors.orderedStream().toList())
                .contextSnapshotFactory(ContextSnapshotFactory.builder()
                        .contextRegistry(new ContextRegistry().loadContextAccessors())
                        .build())
                .build();
    }

    @Bean
    OpenStreams openStreams() {
        return new OpenStreams();
    }

    @Bean
    SocketEndpoint socketEndpoint(
            WebGraphQlHandler handler,
            Credentials credentials,
            OpenStreams streams,
            Clock clock,
            SocketSettings sockets,
            ApiSettings settings) {
        return new SocketEndpoint(handler, credentials, streams, clock, sockets.withPublicUrl(settings.publicUrl()));
    }

    /** Before the routes, one of which has the same path. */
    @Bean
    HandlerMapping socketMapping(SocketEndpoint endpoint) {
        var mapping = new SimpleUrlHandlerMapping(Map.of(SocketUpgrades.PATH, endpoint), BEFORE_ROUTES);
        mapping.setHandlerPredicate((handler, exchange) -> SocketUpgrades.include(exchange.getRequest()));
        return mapping;
    }

    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    RouterFunction<ServerResponse> apiRoutes(
            WebGraphQlHandler handler, GraphQlSource source, ApiSettings settings, OpenStreams streams, Clock clock) {
        var endpoint = new GraphQlEndpoint(handler, settings.maxRequestBytes(), streams, clock);
        boolean shownToAll =
                settings.query().introspectionForAll() && settings.trusted().only() == Only.OFF;
        var schema = new SchemaPage(source.schema(), shownToAll);
        return RouterFunctions.route()
                .GET("/graphql/schema", schema::handle)
                // Before Spring's own route, which is never reached.
                .route(RequestPredicates.path("/graphql"), endpoint::handle)
                .add(ExplorerPage.routes())
                .build();
    }
}
