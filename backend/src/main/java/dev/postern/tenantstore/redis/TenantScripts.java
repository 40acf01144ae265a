package dev.postern.tenantstore.redis;

import dev.postern.redis.RedisScript;
import io.lettuce.core.ScriptOutputType;

/**
 * Every change, each one script that checks and writes at once. All keys of a script are one tenant's,
 * and so in one slot. A key that is deleted stays, marked by {@code deleted_at}, for a week.
 */
final class TenantScripts {

    static final long OK = 1;
    static final long ABSENT = 0;
    static final long CHANGED = 2;
    static final long DUPLICATE = 3;
    static final long LIMIT = 4;

    private static final String LIVE = """
            local function live(key)
              return redis.call('EXISTS', key) == 1 and redis.call('HEXISTS', key, 'deleted_at') == 0
            end
            local function delete(key, now, seconds)
              redis.call('HSET', key, 'deleted_at', now)
              redis.call('EXPIRE', key, seconds)
            end
            """;

    /**
     * KEYS tenant, summaries; ARGV id, now, and the metadata where there is any. Answers 1 where it
     * created, else 0, with the fields of the tenant and the summaries. What a deleted one left behind
     * is dropped first.
     */
    static final RedisScript UPSERT_TENANT = new RedisScript(LIVE + """
                    local created = 0
                    if not live(KEYS[1]) then
                      redis.call('DEL', KEYS[1])
                      created = 1
                    end
                    redis.call('HSETNX', KEYS[1], 'created_at', ARGV[2])
                    redis.call('HSET', KEYS[1], 'id', ARGV[1], 'entity', 'tenant', 'updated_at', ARGV[2])
                    if ARGV[3] then
                      redis.call('HSET', KEYS[1], 'metadata', ARGV[3])
                    else
                      redis.call('HDEL', KEYS[1], 'metadata')
                    end
                    return {created, redis.call('HGETALL', KEYS[1]), redis.call('HGETALL', KEYS[2])}
                    """, ScriptOutputType.MULTI);

    /**
     * KEYS tenant, summaries, and each destination's; ARGV now, seconds to keep, and the destinations'
     * ids. Writes nothing where those are not the tenant's destinations any more.
     */
    static final RedisScript DELETE_TENANT = new RedisScript(LIVE + """
                    if not live(KEYS[1]) then return 0 end
                    if redis.call('HLEN', KEYS[2]) ~= #ARGV - 2 then return 2 end
                    for i = 3, #ARGV do
                      if redis.call('HEXISTS', KEYS[2], ARGV[i]) == 0 then return 2 end
                    end
                    for i = 3, #KEYS do
                      if live(KEYS[i]) then delete(KEYS[i], ARGV[1], ARGV[2]) end
                    end
                    redis.call('DEL', KEYS[2])
                    delete(KEYS[1], ARGV[1], ARGV[2])
                    return 1
                    """, ScriptOutputType.INTEGER);

    /**
     * KEYS tenant, summaries, destination; ARGV limit, id, summary, then fields and values in turn. Answers
     * the outcome and, where it is 1, the summaries as they were before.
     */
    static final RedisScript CREATE_DESTINATION = new RedisScript(LIVE + """
                    if not live(KEYS[1]) then return {0} end
                    if live(KEYS[3]) then return {3} end
                    if redis.call('HLEN', KEYS[2]) >= tonumber(ARGV[1]) then return {4} end
                    local before = redis.call('HGETALL', KEYS[2])
                    redis.call('DEL', KEYS[3])
                    redis.call('HSET', KEYS[3], unpack(ARGV, 4))
                    redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
                    return {1, before}
                    """, ScriptOutputType.MULTI);

    /**
     * KEYS destination, summaries; ARGV id, summary, then three lists, each after its length: all fields
     * and values that must stand there and no other, fields and values to set, fields to remove. Answers as
     * {@link #CREATE_DESTINATION} does.
     */
    static final RedisScript UPDATE_DESTINATION = new RedisScript("""
            local at = 3
            local function list()
              local taken = {}
              local last = at + tonumber(ARGV[at])
              for i = at + 1, last do taken[#taken + 1] = ARGV[i] end
              at = last + 1
              return taken
            end
            local expected = list()
            local set = list()
            local remove = list()
            local stored = redis.call('HGETALL', KEYS[1])
            if #stored ~= #expected then return {2} end
            local values = {}
            for i = 1, #stored, 2 do values[stored[i]] = stored[i + 1] end
            for i = 1, #expected, 2 do
              if values[expected[i]] ~= expected[i + 1] then return {2} end
            end
            if #set > 0 then redis.call('HSET', KEYS[1], unpack(set)) end
            if #remove > 0 then redis.call('HDEL', KEYS[1], unpack(remove)) end
            local before = redis.call('HGETALL', KEYS[2])
            redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
            return {1, before}
            """, ScriptOutputType.MULTI);

    /** KEYS destination, summaries; ARGV id, now, seconds to keep. Answers as {@link #CREATE_DESTINATION} does. */
    static final RedisScript DELETE_DESTINATION = new RedisScript(LIVE + """
                    local before = redis.call('HGETALL', KEYS[2])
                    redis.call('HDEL', KEYS[2], ARGV[1])
                    if not live(KEYS[1]) then return {0} end
                    delete(KEYS[1], ARGV[2], ARGV[3])
                    return {1, before}
                    """, ScriptOutputType.MULTI);

    private TenantScripts() {}
}
