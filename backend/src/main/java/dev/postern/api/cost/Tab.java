package dev.postern.api.cost;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** What a subscription's items cost: paid after they are there, and together where the last payment is still under way. */
final class Tab {

    private final CostBudgets budgets;
    private final Account account;
    private final AtomicLong due = new AtomicLong();
    private final AtomicBoolean paying = new AtomicBoolean();

    Tab(CostBudgets budgets, Account account) {
        this.budgets = budgets;
        this.account = account;
    }

    void add(long cost) {
        due.addAndGet(cost);
        pay();
    }

    private void pay() {
        if (due.get() > 0 && paying.compareAndSet(false, true)) {
            budgets.adjust(account, -Math.min(CostRules.MANY, due.getAndSet(0)), () -> {
                paying.set(false);
                pay();
            });
        }
    }
}
