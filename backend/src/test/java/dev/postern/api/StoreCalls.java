package dev.postern.api;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Counts what is asked of the stores, by a thin wrapper around each. */
final class StoreCalls {

    private final List<String> calls = new CopyOnWriteArrayList<>();

    <T> T counting(Class<T> port, T adapter) {
        Object proxy =
                Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, (self, method, arguments) -> {
                    calls.add(method.getName());
                    try {
                        return method.invoke(adapter, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        return port.cast(proxy);
    }

    void reset() {
        calls.clear();
    }

    List<String> names() {
        return List.copyOf(calls);
    }
}
