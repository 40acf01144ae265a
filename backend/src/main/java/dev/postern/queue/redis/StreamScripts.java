package dev.postern.queue.redis;

import dev.postern.redis.RedisScript;
import io.lettuce.core.ScriptOutputType;

/** The steps that must not be torn apart. KEYS[1] is the stream, ARGV[1] the group unless said otherwise. */
final class StreamScripts {

    /** Capacity and bodies → 1, or 0 where there is no room for all. */
    static final RedisScript APPEND = new RedisScript("""
            if redis.call('XLEN', KEYS[1]) + #ARGV - 1 > tonumber(ARGV[1]) then return 0 end
            for i = 2, #ARGV do redis.call('XADD', KEYS[1], '*', 'body', ARGV[i]) end
            return 1
            """, ScriptOutputType.INTEGER);

    /** Id. */
    static final RedisScript DELETE = new RedisScript("""
            redis.call('XACK', KEYS[1], ARGV[1], ARGV[2])
            return redis.call('XDEL', KEYS[1], ARGV[2])
            """, ScriptOutputType.INTEGER);

    /**
     * Consumer, silence in ms, count → id, receives and body of each entry claimed. Not XAUTOCLAIM, which
     * doesn't tell how often an entry was handed out.
     */
    static final RedisScript CLAIM = new RedisScript("""
            local claimed = {}
            local silent = redis.call('XPENDING', KEYS[1], ARGV[1], 'IDLE', ARGV[3], '-', '+', ARGV[4])
            for _, pending in ipairs(silent) do
              local entry = redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[2], 0, pending[1])[1]
              if entry then
                local body = ''
                for i = 1, #entry[2], 2 do
                  if entry[2][i] == 'body' then body = entry[2][i + 1] end
                end
                claimed[#claimed + 1] = pending[1]
                claimed[#claimed + 1] = pending[4] + 1
                claimed[#claimed + 1] = body
              else
                redis.call('XACK', KEYS[1], ARGV[1], pending[1])
              end
            end
            return claimed
            """, ScriptOutputType.MULTI);

    /** Consumer and ids; those that others claimed meanwhile stay theirs. */
    static final RedisScript REFRESH = new RedisScript("""
            for i = 3, #ARGV do
              if redis.call('XPENDING', KEYS[1], ARGV[1], ARGV[i], ARGV[i], 1, ARGV[2])[1] then
                redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[2], 0, ARGV[i], 'JUSTID')
              end
            end
            return 1
            """, ScriptOutputType.INTEGER);

    /**
     * Consumer, id, silence in ms, how many receives to take back. The entry goes to a consumer that
     * never reads, so that it is claimed once it was silent for long enough.
     */
    static final RedisScript LET_GO = new RedisScript("""
            local pending = redis.call('XPENDING', KEYS[1], ARGV[1], ARGV[3], ARGV[3], 1, ARGV[2])[1]
            if not pending then return 0 end
            redis.call('XCLAIM', KEYS[1], ARGV[1], 'refused', 0, ARGV[3],
              'IDLE', ARGV[4], 'RETRYCOUNT', pending[4] - ARGV[5], 'JUSTID')
            return 1
            """, ScriptOutputType.INTEGER);

    /** KEYS[2] the dead letters; id, how many are kept, reason. */
    static final RedisScript SET_ASIDE = new RedisScript("""
            local entry = redis.call('XRANGE', KEYS[1], ARGV[2], ARGV[2])[1]
            if entry then
              local fields = entry[2]
              fields[#fields + 1] = 'reason'
              fields[#fields + 1] = ARGV[4]
              redis.call('XADD', KEYS[2], 'MAXLEN', ARGV[3], '*', unpack(fields))
            end
            redis.call('XACK', KEYS[1], ARGV[1], ARGV[2])
            return redis.call('XDEL', KEYS[1], ARGV[2])
            """, ScriptOutputType.INTEGER);

    /** Consumer; for how long in ms others must have been silent to count as dead. */
    static final RedisScript FORGET_IDLE = new RedisScript("""
            for _, reply in ipairs(redis.call('XINFO', 'CONSUMERS', KEYS[1], ARGV[1])) do
              local consumer = {}
              for i = 1, #reply, 2 do consumer[reply[i]] = reply[i + 1] end
              if consumer.pending == 0 and (consumer.name == ARGV[2] or consumer.idle > tonumber(ARGV[3])) then
                redis.call('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[1], consumer.name)
              end
            end
            return 1
            """, ScriptOutputType.INTEGER);

    private StreamScripts() {}
}
