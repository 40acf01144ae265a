package dev.postern.retry.redis;

import dev.postern.redis.RedisScript;
import io.lettuce.core.ScriptOutputType;

/**
 * The retry queue's steps, each atomic: KEYS are the schedule and the messages. Times are the server's
 * own. A task is told by five arguments: its two possible ids, event, tenant and destination.
 */
final class RetryScripts {

    private static final String NOW = """
            local time = redis.call('TIME')
            local now = time[1] * 1000 + math.floor(time[2] / 1000)
            local function score(ms) return string.format('%.0f', ms) end
            """;

    private static final String REMOVE = """
            local function remove(id)
              redis.call('ZREM', KEYS[1], id)
              redis.call('HDEL', KEYS[2], id, id .. ':rc', id .. ':fr')
            end
            """;

    private static final String HELD = """
            local function holds(id, from)
              local body = redis.call('HGET', KEYS[2], id)
              if not body then return nil end
              local ok, task = pcall(cjson.decode, body)
              return ok and type(task) == 'table' and task.EventID == ARGV[from + 2]
                and task.TenantID == ARGV[from + 3] and task.DestinationID == ARGV[from + 4]
            end
            """;

    /** Task, delay in ms, body, visibility in s → whether the queue is new. */
    static final RedisScript SCHEDULE = new RedisScript(NOW + HELD + """
            local created = redis.call('HSETNX', KEYS[2], 'vt', ARGV[8])
            if created == 1 then
              redis.call('HSET', KEYS[2], 'delay', 0, 'maxsize', 65536, 'created', time[1],
                'modified', time[1], 'totalsent', 0, 'totalrecv', 0)
            end
            local id = ARGV[1]
            if holds(ARGV[2], 1) or holds(id, 1) == false then id = ARGV[2] end
            redis.call('ZADD', KEYS[1], score(now + ARGV[6]), id)
            redis.call('HSET', KEYS[2], id, ARGV[7])
            redis.call('HINCRBY', KEYS[2], 'totalsent', 1)
            redis.call('HDEL', KEYS[2], id .. ':rc', id .. ':fr')
            return created
            """, ScriptOutputType.INTEGER);

    static final RedisScript CANCEL = new RedisScript(REMOVE + HELD + """
            if holds(ARGV[1], 1) then remove(ARGV[1]) end
            if holds(ARGV[2], 1) then remove(ARGV[2]) end
            return 1
            """, ScriptOutputType.INTEGER);

    /** Visibility in ms → id, body, receive count, hidden until; or nothing. An id without a body is dropped. */
    static final RedisScript RECEIVE = new RedisScript(NOW + REMOVE + """
            while true do
              local id = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', score(now), 'LIMIT', 0, 1)[1]
              if not id then return {} end
              local body = redis.call('HGET', KEYS[2], id)
              if body then
                local hidden = score(now + ARGV[1])
                redis.call('ZADD', KEYS[1], hidden, id)
                redis.call('HINCRBY', KEYS[2], 'totalrecv', 1)
                local receives = redis.call('HINCRBY', KEYS[2], id .. ':rc', 1)
                if receives == 1 then redis.call('HSET', KEYS[2], id .. ':fr', score(now)) end
                return {id, body, tostring(receives), hidden}
              end
              remove(id)
            end
            """, ScriptOutputType.MULTI);

    /** True while nothing happened to the message ARGV[1] since it was hidden until ARGV[3], for the ARGV[2]th time. */
    private static final String IN_HAND = """
            local function inHand()
              local hidden = redis.call('ZSCORE', KEYS[1], ARGV[1])
              return hidden and tonumber(hidden) == tonumber(ARGV[3])
                and redis.call('HGET', KEYS[2], ARGV[1] .. ':rc') == ARGV[2]
            end
            """;

    static final RedisScript COMPLETE = new RedisScript(REMOVE + IN_HAND + """
            if inHand() then remove(ARGV[1]) end
            return 1
            """, ScriptOutputType.INTEGER);

    /** And ARGV[4], the delay in ms. */
    static final RedisScript POSTPONE = new RedisScript(NOW + IN_HAND + """
            if inHand() then redis.call('ZADD', KEYS[1], score(now + ARGV[4]), ARGV[1]) end
            return 1
            """, ScriptOutputType.INTEGER);

    /** Any number of tasks → for each its due time, or empty text. */
    static final RedisScript DUE_TIMES = new RedisScript(HELD + """
            local times = {}
            for from = 1, #ARGV, 5 do
              local due = holds(ARGV[from], from) and redis.call('ZSCORE', KEYS[1], ARGV[from])
                or holds(ARGV[from + 1], from) and redis.call('ZSCORE', KEYS[1], ARGV[from + 1])
              times[#times + 1] = due or ''
            end
            return times
            """, ScriptOutputType.MULTI);

    private RetryScripts() {}
}
