package dev.postern.parking.redis;

import dev.postern.redis.RedisScript;
import io.lettuce.core.ScriptOutputType;

/** The steps that must not be torn apart. KEYS: the lines by their time, the number of tasks, one line. */
final class ParkingScripts {

    private static final String NOW = """
            local time = redis.call('TIME')
            local now = time[1] * 1000 + math.floor(time[2] / 1000)
            local function at(ms) return string.format('%.0f', now + ms) end
            """;

    /** Line, capacity, delay in ms, body → 1, or 0 where there is no room. */
    static final RedisScript PARK = new RedisScript(NOW + """
            if tonumber(redis.call('GET', KEYS[2]) or 0) >= tonumber(ARGV[2]) then return 0 end
            redis.call('XADD', KEYS[3], '*', 'body', ARGV[4])
            redis.call('INCR', KEYS[2])
            redis.call('ZADD', KEYS[1], 'NX', at(ARGV[3]), ARGV[1])
            return 1
            """, ScriptOutputType.INTEGER);

    /** Lease in ms → a line, or nothing. */
    static final RedisScript RECEIVE = new RedisScript(NOW + """
            local line = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', at(0), 'LIMIT', 0, 1)[1]
            if line then redis.call('ZADD', KEYS[1], at(ARGV[1]), line) end
            return line
            """, ScriptOutputType.VALUE);

    /** Line, delay in ms, ids. */
    static final RedisScript RELEASE = new RedisScript(NOW + """
            for i = 3, #ARGV do redis.call('DECRBY', KEYS[2], redis.call('XDEL', KEYS[3], ARGV[i])) end
            if redis.call('XLEN', KEYS[3]) > 0 then
              redis.call('ZADD', KEYS[1], at(ARGV[2]), ARGV[1])
            else
              redis.call('DEL', KEYS[3])
              redis.call('ZREM', KEYS[1], ARGV[1])
            end
            return 1
            """, ScriptOutputType.INTEGER);

    /** Line → how many tasks it had. */
    static final RedisScript DISCARD = new RedisScript("""
            local tasks = redis.call('XLEN', KEYS[3])
            redis.call('DECRBY', KEYS[2], tasks)
            redis.call('DEL', KEYS[3])
            redis.call('ZREM', KEYS[1], ARGV[1])
            return tasks
            """, ScriptOutputType.INTEGER);

    private ParkingScripts() {}
}
