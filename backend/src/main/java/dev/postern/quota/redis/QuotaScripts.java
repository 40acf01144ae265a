package dev.postern.quota.redis;

import dev.postern.redis.RedisScript;
import io.lettuce.core.ScriptOutputType;

/**
 * KEYS: a budget. ARGV: its capacity, what comes back in a second, and an amount. All is reckoned in thousandths, so
 * that a millisecond brings back a whole number.
 */
final class QuotaScripts {

    private static final String LEVEL = """
            local time = redis.call('TIME')
            local now = time[1] * 1000 + math.floor(time[2] / 1000)
            local capacity, rate, amount = ARGV[1] * 1000, tonumber(ARGV[2]), ARGV[3] * 1000
            local known = redis.call('HMGET', KEYS[1], 'level', 'at')
            local level = capacity
            if known[1] then
              level = math.min(capacity, known[1] + math.max(0, now - known[2]) * rate)
            end
            local function set(level)
              if level >= capacity then
                redis.call('DEL', KEYS[1])
              else
                redis.call('HSET', KEYS[1], 'level', string.format('%.0f', level), 'at', string.format('%.0f', now))
                redis.call('PEXPIRE', KEYS[1], string.format('%.0f', math.ceil((capacity - level) / rate)))
              end
            end
            """;

    /** → whether it was taken, what is left, and for how many milliseconds it lacks the amount. */
    static final RedisScript CHARGE = new RedisScript(LEVEL + """
            if level < amount then
              return {0, math.floor(level / 1000), math.ceil((amount - level) / rate)}
            end
            set(level - amount)
            return {1, math.floor((level - amount) / 1000), 0}
            """, ScriptOutputType.MULTI);

    static final RedisScript ADJUST = new RedisScript(LEVEL + """
            set(math.max(0, level + amount))
            return 1
            """, ScriptOutputType.INTEGER);

    private QuotaScripts() {}
}
